import type { BoundedCount } from '@crewboard/contracts';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { TaskCount } from '#components/task/task-count.tsx';
import { attentionOptions, countAttention } from '#domain/attention/attention-query.ts';
import { useStored } from '#domain/board/store/use-task-store.ts';
import { formatCount } from '#lib/format/format-count.ts';
import { useTRPC } from '#lib/trpc/client.ts';
import styles from './sidebar.module.css';

/** How many open tasks a person has. Renders nothing for none. */
export function MyTasksCount({ teamId, memberId }: { teamId: string; memberId: string }) {
  const response = useQuery(useTRPC().board.counts.queryOptions({ teamId, memberId })).data;
  // The store adds the events since the response.
  const counts = useStored((store) => store.counts(response));
  if (!counts) return null;
  const { todo, in_progress: inProgress } = counts;
  const open = { count: todo.count + inProgress.count, isExact: todo.isExact && inProgress.isExact };
  return <NavCount count={open} label="open" />;
}

/** How much waits for a person, and is not taken by anybody. Renders nothing for none. */
export function AttentionCount({ teamId }: { teamId: string }) {
  const attention = useQuery(attentionOptions(useTRPC(), teamId)).data;
  return attention ? <NavCount count={countAttention(attention)} label="waiting for a person" /> : null;
}

/**
 * Shows the attention count where the navigation is hidden: in the title of the tab, and with an attribute of the body,
 * by which the button that opens the navigation gets a dot.
 */
export function AttentionHint({ teamId }: { teamId: string }) {
  const attention = useQuery(attentionOptions(useTRPC(), teamId)).data;
  const total = attention && countAttention(attention);
  const prefix = total?.count ? `(${formatCount(total)}) ` : '';
  useEffect(() => {
    if (!prefix) return;
    // The router replaces the title with that of each page: put the count in front again.
    const show = () => {
      if (!document.title.startsWith(prefix)) document.title = prefix + document.title;
    };
    show();
    document.body.dataset.waiting = '';
    const observer = new MutationObserver(show);
    observer.observe(document.head, { subtree: true, childList: true, characterData: true });
    return () => {
      observer.disconnect();
      delete document.body.dataset.waiting;
      if (document.title.startsWith(prefix)) document.title = document.title.slice(prefix.length);
    };
  }, [prefix]);
  return null;
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
