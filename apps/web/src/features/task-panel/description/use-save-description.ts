import type { Task } from '@crewboard/contracts';
import { useMutation } from '@tanstack/react-query';
import { useTeamOptions } from '#domain/board/changes/task-mutations.ts';
import { useChangeTask } from '#domain/board/changes/use-change-task.ts';
import { toDisplayedProblem } from '#lib/failures/problem-of.ts';
import { useTRPC, useTRPCClient } from '#lib/trpc/client.ts';

/**
 * `changed`: another person has saved `description` meanwhile. `failed`: the service rejected the text, and a toast
 * says why. In both cases, nothing is saved.
 */
export type SaveOutcome =
  | { kind: 'saved' }
  | { kind: 'changed'; description: string | null }
  | { kind: 'failed' };

const maxAttempts = 3;

/**
 * Returns a function that saves a description unless the saved one is no longer `base`, which the person has edited.
 * It reads the task from the service first: in the cache, a text over 1 KiB may be older than the version of the task.
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
    // Cards do not show the description, so the board has nothing to expect.
    const changed = await change({ task: shown, expect: () => (task) => task, send });
    return changed ? outcome : { kind: 'failed' };
  };
}
