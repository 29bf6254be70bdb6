'use client';

import { type BoardTask, isClosed, type TaskStatus } from '@crewboard/contracts';
import { Button } from '@mantine/core';
import { IconArchive, IconArrowBackUp, IconCircleX, IconRotate2, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { isHeld } from '#domain/board/changes/task-changes.ts';
import { useFocusToPanel } from '#lib/focus/use-focus-to-panel.ts';
import styles from './task-panel.module.css';

interface TaskActionsProps {
  task: BoardTask;
  onMove: (status: TaskStatus) => void;
  onRelease: () => void;
  onArchive: () => void;
  /** Absent without the permission to delete. */
  onDelete: (() => void) | undefined;
}

/** Buttons for what people can do with the task in its status. */
export function TaskActions({ task, onMove, onRelease, onArchive, onDelete }: TaskActionsProps) {
  const closed = isClosed(task);
  return (
    <div className={styles.actions} {...useFocusToPanel()}>
      {isHeld(task) && (
        <Action icon={<IconArrowBackUp aria-hidden size={14} />} label="Release…" onClick={onRelease} />
      )}
      {task.status !== 'in_progress' && (
        <Action
          icon={<IconArchive aria-hidden size={14} />}
          key="archive"
          label="Archive"
          onClick={onArchive}
        />
      )}
      {closed ? (
        <Action
          icon={<IconRotate2 aria-hidden size={14} />}
          key="reopen"
          label="Reopen"
          onClick={() => onMove('todo')}
        />
      ) : (
        <Action
          className={styles.last}
          icon={<IconCircleX aria-hidden size={14} />}
          key="cancel"
          label="Cancel task"
          onClick={() => onMove('cancelled')}
        />
      )}
      {closed && onDelete && (
        <Action
          className={styles.last}
          icon={<IconTrash aria-hidden size={14} />}
          key="delete"
          label="Delete…"
          onClick={onDelete}
        />
      )}
    </div>
  );
}

interface ActionProps {
  label: string;
  icon: ReactNode;
  className?: string;
  onClick: () => void;
}

/** Ignores the second click of a double click: by then, another button may be in this place. */
function Action({ label, icon, className, onClick }: ActionProps) {
  return (
    <Button
      className={className}
      leftSection={icon}
      onClick={({ detail }) => detail < 2 && onClick()}
      variant="default"
    >
      {label}
    </Button>
  );
}
