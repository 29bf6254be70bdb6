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

/** Shows the parent of a new sub-task, with a button that makes the new task one of its own. */
export function NewTaskParent({ taskId, onRemove }: NewTaskParentProps) {
  const onBoard = useStored((store) => store.shown(taskId));
  const read = useQuery({ ...useTRPC().tasks.get.queryOptions({ taskId }), enabled: !onBoard }).data;
  const { title = 'Another task', status = 'todo' } = onBoard ?? read ?? {};
  return (
    <div className={styles.parent}>
      <Input.Label id="new-task-parent">Parent</Input.Label>
      <ul aria-labelledby="new-task-parent" className={styles.tasks}>
        <li>
          <StatusIcon size={14} status={status} />
          <span className="truncate" dir="auto">
            {title}
          </span>
          <RemoveButton label={`Parent “${title}”: remove`} onClick={onRemove} />
        </li>
      </ul>
    </div>
  );
}
