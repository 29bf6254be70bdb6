'use client';

import type { Task } from '@crewboard/contracts';
import { ActionIcon, Tooltip } from '@mantine/core';
import { IconCheck, IconHash, IconLink, IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { taskPath } from '../../lib/board/board-paths.ts';
import { copyText } from '../../lib/copy-text.ts';
import { useTeam } from '../../lib/team.tsx';
import styles from './task-panel.module.css';

interface PanelBarProps {
  task?: Task;
  onClose: () => void;
}

export function PanelBar({ task, onClose }: PanelBarProps) {
  const team = useTeam();
  return (
    <div className={styles.bar}>
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
      <Tooltip label="Close · Esc">
        <ActionIcon aria-label="Close" color="gray" onClick={onClose} variant="subtle">
          <IconX aria-hidden size={16} stroke={1.5} />
        </ActionIcon>
      </Tooltip>
    </div>
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
