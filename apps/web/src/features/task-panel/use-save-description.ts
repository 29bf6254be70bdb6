'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useBoardCache } from '../../domain/board/use-board-cache.ts';
import { problemOf } from '../../lib/problem-of.ts';
import { showError } from '../../lib/show-error.ts';
import { useTRPC } from '../../lib/trpc/client.ts';

/**
 * `changed`: somebody else has changed the description since, to this one; `failed`: it was said why. Nothing was saved
 * then.
 */
export type SaveOutcome =
  | { kind: 'saved' }
  | { kind: 'changed'; description: string | null }
  | { kind: 'failed' };

const maxAttempts = 3;

/**
 * Saves a description that is based on another one, unless that one was changed meanwhile. The task is read first: in
 * the cache, a text over 1 KiB may be older than the version.
 */
export function useSaveDescription(taskId: string) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const update = useMutation(trpc.tasks.updateIfUnchanged.mutationOptions());
  const board = useBoardCache();

  async function attempt(description: string | null, base: string | null): Promise<SaveOutcome> {
    const task = await queryClient.fetchQuery({ ...trpc.tasks.get.queryOptions({ taskId }), staleTime: 0 });
    if (task.description !== base) return { kind: 'changed', description: task.description };
    board.confirm(await update.mutateAsync({ taskId, description, version: task.version }));
    return { kind: 'saved' };
  }

  return async (description: string | null, base: string | null): Promise<SaveOutcome> => {
    for (let attempts = 1; ; attempts += 1) {
      try {
        return await attempt(description, base);
      } catch (error) {
        // Any change of the task makes another version: the next attempt sees whether it was one of the description.
        if (problemOf(error).code === 'PRECONDITION_FAILED' && attempts < maxAttempts) continue;
        showError(error);
        return { kind: 'failed' };
      }
    }
  };
}
