import type { BoardTask, Task, TaskPatch } from '@crewboard/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toDisplayedProblem } from '#lib/failures/problem-of.ts';
import { showError } from '#lib/notices/show-error.ts';
import { useTRPC } from '#lib/trpc/client.ts';
import type { Expectation } from '../store/known-task.ts';
import { useTaskStore } from '../store/use-task-store.ts';
import { useTeamOptions } from './task-mutations.ts';
import { type ChangeCall, useChangeTask } from './use-change-task.ts';

/** If another change of the task comes first, the edit is made again on the changed task. */
const MAX_ATTEMPTS = 5;

type Rules = Parameters<ChangeCall['expect']>[0];

interface TaskEdit {
  taskId: string;
  /** Makes the patch from the task as it is when the edit is sent. `onError` gets the errors that it throws. */
  patchOf: (task: BoardTask) => TaskPatch;
  expect: (rules: Rules, task: BoardTask) => Expectation;
  onError: (error: unknown) => void;
}

/**
 * Edits a field whose new value depends on its current one, such as a list, without undoing the edits of others.
 * Resolves to the task before and after; to null after a failure, which is shown.
 */
export function useEditTask() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const store = useTaskStore();
  const options = useTeamOptions();
  const update = useMutation(trpc.tasks.updateIfUnchanged.mutationOptions(options));
  const change = useChangeTask();

  const readAgain = (taskId: string) =>
    queryClient.fetchQuery({ ...trpc.tasks.get.queryOptions({ taskId }, options), staleTime: 0 });

  return async ({ taskId, patchOf, expect, onError }: TaskEdit) => {
    async function write(before: BoardTask): Promise<Task> {
      let task = before;
      for (let attempt = 1; ; attempt += 1) {
        const patch = patchOf(task);
        try {
          return await update.mutateAsync({ taskId, version: task.version, ...patch });
        } catch (error) {
          const isLost = toDisplayedProblem(error).code === 'PRECONDITION_FAILED';
          if (!isLost || attempt === MAX_ATTEMPTS) throw error;
          task = await readAgain(taskId);
        }
      }
    }
    try {
      const task = store.shown(taskId) ?? (await readAgain(taskId));
      return await change({ task, expect: (rules) => expect(rules, task), send: write, onError });
    } catch (error) {
      showError(error);
      return null;
    }
  };
}
