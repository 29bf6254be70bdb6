'use client';

import { Input } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { RemoveButton } from '#components/lists/remove-button.tsx';
import { StatusIcon } from '#components/task/status-icon.tsx';
import { useStored } from '#domain/board/store/use-task-store.ts';
import { useTRPC } from '#lib/trpc/client.ts';
import styles from './new-task-blockers.module.css';

interface NewTaskParentProps {
  taskId: string;
  onRemove: () => void;
}

/** The task that a new one is to be a sub-task of. */
export function NewTaskParent({ taskId, onRemove }: NewTaskParentProps) {
  const known = useStored((store) => store.shown(taskId));
  const read = useQuery({ ...useTRPC().tasks.get.queryOptions({ taskId }), enabled: !known }).data;
  const { title = 'Another task', status = 'todo' } = known ?? read ?? {};
  return (
    <div className={styles.parent}>
      <Input.Label id="new-task-parent">Parent</Input.Label>
      <ul aria-labelledby="new-task-parent" className={styles.tasks}>
        <li>
          <StatusIcon size={14} status={status} />
          <span dir="auto">{title}</span>
          <RemoveButton label={`Parent “${title}”: remove`} onClick={onRemove} />
        </li>
      </ul>
    </div>
  );
}
