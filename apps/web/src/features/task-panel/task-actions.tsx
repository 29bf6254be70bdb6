'use client';

import type { TaskStatus } from '@crewboard/contracts';
import { Button } from '@mantine/core';
import { IconCircleX, IconRotate2 } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { isClosed } from '../../domain/board/statuses.ts';
import styles from './task-panel.module.css';

interface TaskActionsProps {
  status: TaskStatus;
  onMove: (status: TaskStatus) => void;
}

/** Each button keeps its place while it is disabled, so that a second click never hits the other one. */
export function TaskActions({ status, onMove }: TaskActionsProps) {
  const closed = isClosed(status);
  return (
    <div className={styles.actions}>
      <Action
        icon={<IconRotate2 aria-hidden size={14} />}
        isOff={!closed}
        label="Reopen"
        onClick={() => onMove('todo')}
      />
      <Action
        icon={<IconCircleX aria-hidden size={14} />}
        isOff={closed}
        label="Cancel task"
        onClick={() => onMove('cancelled')}
      />
    </div>
  );
}

interface ActionProps {
  label: string;
  icon: ReactNode;
  isOff: boolean;
  onClick: () => void;
}

/** Keeps the focus when it is disabled, unlike with `disabled`. */
function Action({ label, icon, isOff, onClick }: ActionProps) {
  return (
    <Button
      aria-disabled={isOff || undefined}
      data-disabled={isOff || undefined}
      leftSection={icon}
      onClick={({ detail }) => !isOff && detail < 2 && onClick()}
      variant="default"
    >
      {label}
    </Button>
  );
}
