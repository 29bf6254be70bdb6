'use client';

import type { BoundedCount } from '@crewboard/contracts';
import { useQuery } from '@tanstack/react-query';
import { TaskCount } from '#components/task/task-count.tsx';
import { attentionOptions, countAttention } from '#domain/attention/attention-query.ts';
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
  return <NavCount count={open} label="open" />;
}

/** How much waits for a person and nobody has taken; nothing for none. */
export function AttentionCount({ teamId }: { teamId: string }) {
  const attention = useQuery(attentionOptions(useTRPC(), teamId)).data;
  return attention ? <NavCount count={countAttention(attention)} label="waiting for a person" /> : null;
}

function NavCount({ count, label }: { count: BoundedCount; label: string }) {
  if (count.count === 0) return null;
  return (
    <span className={styles.count}>
      <TaskCount tasks={count} />
      <span className="visually-hidden"> {label}</span>
    </span>
  );
}
