'use client';

import type { Task } from '@crewboard/contracts';
import { useMutation } from '@tanstack/react-query';
import { useTeamOptions } from '#domain/board/changes/task-mutations.ts';
import { useChangeTask } from '#domain/board/changes/use-change-task.ts';
import { toDisplayedProblem } from '#lib/failures/problem-of.ts';
import { useTRPC, useTRPCClient } from '#lib/trpc/client.ts';

/** `changed`: another person saved this description; `failed`: the error is shown. Nothing is saved in either case. */
export type SaveOutcome =
  | { kind: 'saved' }
  | { kind: 'changed'; description: string | null }
  | { kind: 'failed' };

const maxAttempts = 3;

/**
 * Saves a description that is based on another one, unless that one was changed meanwhile. Reads the task first, and
 * past the cache: there, a text over 1 KiB may be older than the version, also as the result of a cancelled read.
 */
export function useSaveDescription(shown: Task) {
  const taskId = shown.id;
  const client = useTRPCClient();
  const options = useTeamOptions();
  const update = useMutation(useTRPC().tasks.updateIfUnchanged.mutationOptions(options));
  const change = useChangeTask();

  return async (description: string | null, base: string | null): Promise<SaveOutcome> => {
    let outcome: SaveOutcome = { kind: 'saved' };
    async function send(): Promise<Task> {
      for (let attempts = 1; ; attempts += 1) {
        const task = await client.tasks.get.query({ taskId }, options.trpc);
        if (task.description !== base) {
          outcome = { kind: 'changed', description: task.description };
          return task;
        }
        try {
          return await update.mutateAsync({ taskId, description, version: task.version });
        } catch (error) {
          // Any change of the task increases the version: the next attempt checks whether the description changed.
          const isRepeated =
            toDisplayedProblem(error).code === 'PRECONDITION_FAILED' && attempts < maxAttempts;
          if (!isRepeated) throw error;
        }
      }
    }
    const changed = await change({ task: shown, expect: () => (task) => task, send });
    return changed ? outcome : { kind: 'failed' };
  };
}
