'use client';

import type { Task } from '@crewboard/contracts';
import { ActionIcon, Tooltip } from '@mantine/core';
import { IconCheck, IconHash, IconLink } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { taskPath } from '#domain/board/board-paths.ts';
import { useTeam } from '#domain/team/team.tsx';
import { copyText } from '#lib/text/copy-text.ts';
import styles from './task-panel.module.css';

/** The id of the task, with buttons that copy the id and the link. */
export function PanelHead({ task }: { task: Task | undefined }) {
  const team = useTeam();
  return (
    <>
      <span className={styles.id}>{task?.id}</span>
      {task && (
        <>
          <CopyIcon
            icon={<IconHash aria-hidden size={16} stroke={1.5} />}
            label="Copy id"
            text={() => task.id}
          />
          <CopyIcon
            icon={<IconLink aria-hidden size={16} stroke={1.5} />}
            label="Copy link"
            text={() => window.location.origin + taskPath(team.id, task.id)}
          />
        </>
      )}
    </>
  );
}

interface CopyIconProps {
  label: string;
  icon: ReactNode;
  text: () => string;
}

function CopyIcon({ label, icon, text }: CopyIconProps) {
  const [outcome, setOutcome] = useState<'Copied' | 'Not copied' | null>(null);

  useEffect(() => {
    if (!outcome) return;
    const timer = setTimeout(() => setOutcome(null), 2_000);
    return () => clearTimeout(timer);
  }, [outcome]);

  return (
    <Tooltip label={outcome ?? label}>
      <ActionIcon
        aria-label={label}
        color="gray"
        onClick={async () => setOutcome((await copyText(text())) ? 'Copied' : 'Not copied')}
        variant="subtle"
      >
        {outcome === 'Copied' ? <IconCheck aria-hidden color="var(--color-good)" size={16} /> : icon}
        <span className="visually-hidden" role="status">
          {outcome}
        </span>
      </ActionIcon>
    </Tooltip>
  );
}
