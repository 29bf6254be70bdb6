import { type BoardTask, isClosed, type TaskStatus } from '@crewboard/contracts';
import { Button } from '@mantine/core';
import { IconArchive, IconArrowBackUp, IconCircleX, IconRotate2, IconTrash } from '@tabler/icons-react';
import { isClaimed } from '#domain/board/changes/task-changes.ts';
import { useFocusPanelOnRemoval } from '#lib/focus/use-focus-panel-on-removal.ts';
import type { IconComponent } from '#lib/look/icon-component.ts';
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
    <div className={styles.actions} {...useFocusPanelOnRemoval()}>
      {isClaimed(task) && <Action Icon={IconArrowBackUp} label="Release…" onClick={onRelease} />}
      {/* The service rejects it for a task in progress. */}
      {task.status !== 'in_progress' && (
        <Action Icon={IconArchive} key="archive" label="Archive" onClick={onArchive} />
      )}
      {/* Without the keys, Cancel would become Reopen and keep the focus: a second Enter would reopen the task. */}
      {closed ? (
        <Action Icon={IconRotate2} key="reopen" label="Reopen" onClick={() => onMove('todo')} />
      ) : (
        <Action
          Icon={IconCircleX}
          isLast
          key="cancel"
          label="Cancel task"
          onClick={() => onMove('cancelled')}
        />
      )}
      {closed && onDelete && (
        <Action Icon={IconTrash} isLast key="delete" label="Delete…" onClick={onDelete} />
      )}
    </div>
  );
}

interface ActionProps {
  label: string;
  Icon: IconComponent;
  /** Puts the button at the other end of the row. */
  isLast?: boolean;
  onClick: () => void;
}

/** Ignores the second click of a double click: by then, another button may be in this place. */
function Action({ label, Icon, isLast = false, onClick }: ActionProps) {
  return (
    <Button
      className={isLast ? styles.last : undefined}
      leftSection={<Icon aria-hidden size={14} />}
      onClick={({ detail }) => detail < 2 && onClick()}
      variant="default"
    >
      {label}
    </Button>
  );
}
