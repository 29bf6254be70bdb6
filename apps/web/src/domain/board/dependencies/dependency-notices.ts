import type { AppRouter } from '@crewboard/api/router';
import { type BoardTask, countAsBlocker, isClosed } from '@crewboard/contracts';
import type { QueryClient } from '@tanstack/react-query';
import type { TRPCOptionsProxy } from '@trpc/tanstack-react-query';
import { showFailure } from '#lib/notices/show-error.ts';
import { inTeam } from '#lib/trpc/call-context.ts';
import type { TaskStore } from '../store/task-store.ts';
import { blockedMessage, maxNamedBlockers } from './dependency-messages.ts';

// The messages of `useDependencyNotices`, which loads this code with the first of them. `readTitles` serves other
// messages as well.

/** Where the code of a message reads tasks: see `useTaskSource`. */
export interface TaskSource {
  trpc: TRPCOptionsProxy<AppRouter>;
  queryClient: QueryClient;
  store: TaskStore;
  /** The team of the tasks: the page of another team may be open by then. */
  teamId: string;
}

/** The titles of tasks. Reads those that the page does not know; "another task" if that fails. */
export function readTitles(
  { trpc, queryClient, store, teamId }: TaskSource,
  taskIds: readonly string[],
): Promise<string[]> {
  const read = async (taskId: string): Promise<string> => {
    const known = store.shown(taskId);
    if (known) return known.title;
    const options = trpc.tasks.get.queryOptions({ taskId }, inTeam(teamId));
    const task = await queryClient.fetchQuery(options).catch(() => undefined);
    return task?.title ?? 'another task';
  };
  return Promise.all(taskIds.map(read));
}

/** Shows why a task cannot be started: which tasks it waits for. */
export async function showBlockedStart(
  source: TaskSource,
  task: Pick<BoardTask, 'title'>,
  openBlockerIds: readonly string[],
): Promise<void> {
  const titles = await readTitles(source, openBlockerIds.slice(0, maxNamedBlockers));
  showFailure('blocked', 'Not started', blockedMessage(task.title, titles, openBlockerIds.length));
}

/**
 * A note after a change that blocks the tasks which wait for this one, or keeps them blocked: "2 tasks that wait for
 * it are still blocked." Undefined if there are none.
 */
export async function readWaitingNote(
  { trpc, queryClient, teamId }: TaskSource,
  before: BoardTask,
  after: Pick<BoardTask, 'status' | 'archivedAt'>,
): Promise<string | undefined> {
  // Cancelled, or archived before it was done: `countAsBlocker` counts both as cancelled.
  const isAbandoned = countAsBlocker(after).cancelledBlockers > 0;
  const isReopened = before.status === 'done' && after.status !== 'done';
  if (!isAbandoned && !isReopened) return undefined;
  const options = trpc.tasks.dependencies.queryOptions({ taskId: before.id }, inTeam(teamId));
  const { dependants } = await queryClient.fetchQuery({ ...options, staleTime: 0 });
  const { length } = dependants.filter((task) => !isClosed(task) && task.archivedAt === null);
  const state = before.status === 'done' ? 'blocked now' : 'still blocked';
  if (length === 0) return undefined;
  return length === 1
    ? `1 task that waits for it is ${state}.`
    : `${length} tasks that wait for it are ${state}.`;
}
