'use client';

import { useQuery } from '@tanstack/react-query';
import { TaskCount } from '#components/task/task-count.tsx';
import { useStored } from '#domain/board/use-task-store.ts';
import { useTRPC } from '#lib/trpc/client.ts';
import styles from './sidebar.module.css';

/** How many open tasks a person has; nothing for none. */
export function MyTasksCount({ teamId, memberId }: { teamId: string; memberId: string }) {
  const read = useQuery(useTRPC().board.counts.queryOptions({ teamId, memberId })).data;
  const counts = useStored((store) => store.counts(read));
  if (!counts) return null;
  const { todo, in_progress: inProgress } = counts;
  const open = { count: todo.count + inProgress.count, isExact: todo.isExact && inProgress.isExact };
  if (open.count === 0) return null;
  return (
    <span className={styles.count}>
      <TaskCount tasks={open} />
      <span className="visually-hidden"> open</span>
    </span>
  );
}
