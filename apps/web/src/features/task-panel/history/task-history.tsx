import { Skeleton } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type PointerEvent, useMemo, useState } from 'react';
import { QueryError } from '#components/notices/error-state.tsx';
import { useTaskStore } from '#domain/board/store/use-task-store.ts';
import { useTeam } from '#domain/team/team.tsx';
import { useAssigneeNames } from '#domain/team/use-assignee-names.ts';
import { byId } from '#lib/by-id.ts';
import { removedHistory } from '#lib/format/relative-time.ts';
import { useTRPC } from '#lib/trpc/client.ts';
import { SubtleButton } from '../subtle-button.tsx';
import { CommentForm, type CommentReader } from './comment-form.tsx';
import { HistoryEntry } from './history-entry.tsx';
import { historyOptions } from './history-queries.ts';
import styles from './task-history.module.css';

interface TaskHistoryProps {
  taskId: string;
  canComment: boolean;
  /** The agent that holds the task under a lease: it gets comments with its next heartbeat. */
  reader?: CommentReader;
}

/** The events and comments of the task, the oldest first, kept current. */
export function TaskHistory({ taskId, canComment, reader }: TaskHistoryProps) {
  const trpc = useTRPC();
  const team = useTeam();
  const history = useInfiniteQuery(historyOptions(trpc, taskId));
  const assignees = useAssigneeNames();
  const projects = useQuery(trpc.projects.summaries.queryOptions({ teamId: team.id })).data;
  const titleOf = useTitles(taskId);
  const names = useMemo(
    () => ({ assignees, projects: byId(projects), titleOf }),
    [assignees, projects, titleOf],
  );
  const events = useMemo(
    () => (history.data?.pages ?? []).flatMap((page) => page.events).toReversed(),
    [history.data],
  );

  const removedAt = history.data?.pages.at(-1)?.historyRemovedAt;

  const { shown, onPointerDown } = useFrozenDuringPress(events);

  return (
    <section aria-labelledby="task-activity" className={styles.section}>
      <h3 className={styles.heading} id="task-activity">
        Activity
      </h3>
      {history.hasNextPage && (
        <SubtleButton loading={history.isFetchingNextPage} onClick={() => void history.fetchNextPage()}>
          Show older activity
        </SubtleButton>
      )}
      {!history.hasNextPage && removedAt && <p className={styles.removed}>{removedHistory(removedAt)}</p>}
      {history.isPending && <Skeleton h={48} />}
      <QueryError query={history} />
      <ol>
        {shown.map((event) => (
          <HistoryEntry event={event} key={event.id} names={names} />
        ))}
      </ol>
      {canComment && (
        <div onPointerDown={onPointerDown}>
          <CommentForm reader={reader} taskId={taskId} />
        </div>
      )}
    </section>
  );
}

/**
 * Returns a function for the titles of tasks that the page knows: tasks of the board, the blockers of this task and its
 * parent.
 */
function useTitles(taskId: string) {
  const store = useTaskStore();
  const { dependencies, hierarchy } = useTRPC().tasks;
  const blockers = useQuery(dependencies.queryOptions({ taskId })).data?.blockers;
  const parent = useQuery(hierarchy.queryOptions({ taskId })).data?.parent;
  return useMemo(() => {
    const listed = byId([...(blockers ?? []), ...(parent ? [parent] : [])]);
    return (id: string) => (store.shown(id) ?? listed.get(id))?.title;
  }, [store, blockers, parent]);
}

/**
 * While the pointer is pressed, returns the value from before: new entries of the history would move the button away
 * from the pointer, and the click would be lost.
 */
function useFrozenDuringPress<Value>(value: Value) {
  const [frozen, setFrozen] = useState<Value | null>(null);
  function onPointerDown({ button }: PointerEvent) {
    if (button !== 0) return;
    setFrozen(value);
    const released = new AbortController();
    const release = () => {
      released.abort();
      // The browser sends the click after the release.
      setTimeout(() => setFrozen(null));
    };
    for (const end of ['pointerup', 'pointercancel'])
      window.addEventListener(end, release, { signal: released.signal });
  }
  return { shown: frozen ?? value, onPointerDown };
}
