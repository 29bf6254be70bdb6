'use client';

import { type BoardTask, countAsBlocker } from '@crewboard/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useTRPC } from '#lib/trpc/client.ts';
import { isClosed } from './statuses.ts';

/**
 * Reads how many open tasks wait for one, whose change keeps them blocked or blocks them. Resolves to a note for the
 * person, undefined where there is nothing to say.
 */
export function useWaitingNote() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();

  return async (
    task: BoardTask,
    after: Pick<BoardTask, 'status' | 'archivedAt'>,
  ): Promise<string | undefined> => {
    const isHeldBack = countAsBlocker(after).cancelledBlockers > 0;
    if (!isHeldBack && (task.status !== 'done' || after.status === 'done')) return undefined;
    const options = trpc.tasks.dependencies.queryOptions({ taskId: task.id });
    // What is done is done: the note is not worth a failure.
    const read = await queryClient.fetchQuery(options).catch(() => undefined);
    const count =
      read?.dependants.filter(({ status, archivedAt }) => !isClosed(status) && archivedAt === null).length ??
      0;
    if (count === 0) return undefined;
    const state = task.status === 'done' ? 'blocked now' : 'still blocked';
    return count === 1
      ? `1 task that waits for it is ${state}.`
      : `${count} tasks that wait for it are ${state}.`;
  };
}
