import type { BoardTask, Task } from '@crewboard/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useTeam } from '#domain/team/team.tsx';
import { useTRPC } from '#lib/trpc/client.ts';
import { useDependencyNotices } from '../dependencies/use-dependency-notices.ts';
import type { Expectation, PendingChange } from '../store/known-task.ts';
import { useTaskStore } from '../store/use-task-store.ts';

type Rules = typeof import('../store/expected-task.ts');

let rules: Rules | undefined;

/** The code that computes how a change will turn out, so that the page shows it before the service responds. */
export const changeRules = {
  async load(): Promise<Rules> {
    rules ??= await import('../store/expected-task.ts');
    return rules;
  },
  /** Never rejects: the first change loads the rules again, and shows the error. */
  preload: () =>
    changeRules.load().then(
      () => {},
      () => {},
    ),
};

export interface ChangeCall {
  task: BoardTask;
  expect: (rules: Rules) => Expectation;
  /**
   * Sends the change in one or more calls. Resolves to the last response.
   *
   * @param before the task that it changes
   * @param noteResponse to be called with each earlier response
   */
  send: (before: BoardTask, noteResponse: (response: Task) => void) => Promise<Task>;
  /** Shows the error; by default as a toast. */
  onError?: (error: unknown) => void;
}

/** The newer version of a task with its texts. */
export const newestTask = (known: Task | undefined, task: Task): Task =>
  known && known.version > task.version ? known : task;

/**
 * Changes tasks: shows each change at once as the rules of the service expect it, and sends the changes of a task one
 * after another. See "The life of a moved card" in ARCHITECTURE.md.
 */
export function useChangeTask() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const store = useTaskStore();
  const { id: teamId } = useTeam();
  const { showTaskError } = useDependencyNotices();

  /** Resolves to the task before and after the change; to null after a failure, which is shown. */
  return async ({ task, expect, send, onError = (error) => void showTaskError(error, task) }: ChangeCall) => {
    let pending: PendingChange | undefined;
    const taskKey = trpc.tasks.get.queryKey({ taskId: task.id });
    const noteResponse = (response: Task) => {
      pending?.noteResponse(response);
      queryClient.setQueryData(taskKey, (known) => newestTask(known, response));
    };
    try {
      pending = store.begin(teamId, task, expect(rules ?? (await changeRules.load())));
      const before = await pending.turn();
      const after = await send(before, noteResponse);
      noteResponse(after);
      pending.end();
      // The page may have lost a later event of the task, such as its archival: read the columns again.
      if (pending.hasLostEvents()) void queryClient.invalidateQueries({ queryKey: trpc.board.pathKey() });
      return { before, after };
    } catch (error) {
      pending?.end();
      onError(error);
      // The service may have changed the task nevertheless.
      for (const queryKey of [trpc.board.pathKey(), taskKey])
        void queryClient.invalidateQueries({ queryKey });
      return null;
    }
  };
}
