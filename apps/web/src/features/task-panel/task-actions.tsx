'use client';

import type { BoardTask, TaskStatus } from '@crewboard/contracts';
import { Button } from '@mantine/core';
import { IconArrowBackUp, IconCircleX, IconRotate2 } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { isClosed } from '../../domain/board/statuses.ts';
import { isHeld } from '../../domain/board/task-changes.ts';
import styles from './task-panel.module.css';

interface TaskActionsProps {
  task: BoardTask;
  onMove: (status: TaskStatus) => void;
  onRelease: () => void;
}

/** Each button keeps its place while it is disabled, so that a second click never hits the other one. */
export function TaskActions({ task, onMove, onRelease }: TaskActionsProps) {
  const closed = isClosed(task.status);
  return (
    <div className={styles.actions}>
      <Action
        icon={<IconArrowBackUp aria-hidden size={14} />}
        isOff={!isHeld(task)}
        label="Release…"
        onClick={onRelease}
      />
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
