'use client';

import type { BoardTask, Task } from '@crewboard/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useTeam } from '#domain/team/team.tsx';
import { useTRPC } from '#lib/trpc/client.ts';
import { useTellDependencies } from '../dependencies/use-tell-dependencies.ts';
import type { Expectation, PendingChange } from '../store/known-task.ts';
import { useTaskStore } from '../store/use-task-store.ts';

type Rules = typeof import('../store/expected-task.ts');

let rules: Rules | undefined;

/** The rules of the service, for what is shown until a change is answered. */
export const expectations = {
  async load(): Promise<Rules> {
    rules ??= await import('../store/expected-task.ts');
    return rules;
  },
  /** Resolves in any case: the first change loads them as well, and shows the error. */
  preload: () =>
    expectations.load().then(
      () => {},
      () => {},
    ),
};

export interface ChangeCall {
  task: BoardTask;
  expect: (rules: Rules) => Expectation;
  /**
   * Sends the change, which may be several calls.
   *
   * @param before the task that it changes
   * @param noteAnswer for each response but the last, which `send` resolves to
   */
  send: (before: BoardTask, noteAnswer: (answer: Task) => void) => Promise<Task>;
  /** Says what failed; by default as a toast. */
  onError?: (error: unknown) => void;
}

/** The newest version of a task that was read in full. */
export const newestTask = (known: Task | undefined, task: Task): Task =>
  known && known.version > task.version ? known : task;

/** Sends changes of tasks, each after those of the same task before it, and shows what they expect until then. */
export function useChangeTask() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const store = useTaskStore();
  const { id: teamId } = useTeam();
  const { showTaskError } = useTellDependencies();

  /** Resolves to the task before and after; to null after a failure. */
  return async ({ task, expect, send, onError = (error) => void showTaskError(error, task) }: ChangeCall) => {
    let pending: PendingChange | undefined;
    const taskKey = trpc.tasks.get.queryKey({ taskId: task.id });
    const noteAnswer = (answer: Task) => {
      pending?.noteAnswer(answer);
      queryClient.setQueryData(taskKey, (known) => newestTask(known, answer));
    };
    try {
      pending = store.begin(teamId, task, expect(rules ?? (await expectations.load())));
      const before = await pending.turn();
      const after = await send(before, noteAnswer);
      noteAnswer(after);
      pending.end();
      if (pending.isDoubtful()) void queryClient.invalidateQueries({ queryKey: trpc.board.pathKey() });
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
