'use client';

import { type BoardTask, maxBlockers, type Task } from '@crewboard/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getNamedTasks, toDisplayedProblem } from '#lib/failures/problem-of.ts';
import { showError, showFailure } from '#lib/notices/show-error.ts';
import { showUndo } from '#lib/notices/show-undo.tsx';
import { isolate } from '#lib/text/isolate.ts';
import { useTRPC } from '#lib/trpc/client.ts';
import { type Direction, editedBlockers } from './dependencies.ts';
import { cycleMessage, limitMessage, maxInCycle } from './dependency-messages.ts';

import { useTeamOptions } from './task-mutations.ts';
import { readTitles } from './tell-dependencies.ts';
import { useChangeTask } from './use-change-task.ts';
import { useTaskStore } from './use-task-store.ts';

type Named = Pick<BoardTask, 'id' | 'title'>;

interface Dependency {
  waiting: Named;
  blocker: Named;
}

/** Another change of the task may come first: the edit of one dependency is made again on what that left. */
const MAX_ATTEMPTS = 5;

/** Adds and removes what a task waits for, or what waits for it, with Undo. Resolves to whether it was done. */
export function useEditDependency(of: Named) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const store = useTaskStore();
  const update = useMutation(trpc.tasks.updateIfUnchanged.mutationOptions(useTeamOptions()));
  const change = useChangeTask();
  const showFailed = useShowFailedEdit();

  const readAgain = (taskId: string) =>
    queryClient.fetchQuery({ ...trpc.tasks.get.queryOptions({ taskId }), staleTime: 0 });

  async function send(dependency: Dependency, isAdded: boolean): Promise<boolean> {
    const { id: taskId } = dependency.waiting;
    const edit = { blockerId: dependency.blocker.id, isAdded };
    async function write(before: BoardTask): Promise<Task> {
      let task = before;
      for (let attempt = 1; ; attempt += 1) {
        try {
          const blockedBy = editedBlockers(task, edit);
          return await update.mutateAsync({ taskId, version: task.version, blockedBy });
        } catch (error) {
          const isLost = toDisplayedProblem(error).code === 'PRECONDITION_FAILED';
          if (!isLost || attempt === MAX_ATTEMPTS) throw error;
          task = await readAgain(taskId);
        }
      }
    }
    try {
      const task = store.shown(taskId) ?? (await readAgain(taskId));
      const known = [...task.blockedBy, edit.blockerId].flatMap((id) => store.shown(id) ?? []);
      const changed = await change({
        task,
        expect: ({ expectDependency }) => expectDependency(edit, known),
        send: write,
        onError: (error) => void showFailed(error, dependency, isAdded),
      });
      return changed !== null;
    } catch (error) {
      showError(error);
      return false;
    }
  }

  async function carryOut(direction: Direction, other: Named, isAdded: boolean): Promise<boolean> {
    const dependency =
      direction === 'blockers' ? { waiting: of, blocker: other } : { waiting: other, blocker: of };
    if (!(await send(dependency, isAdded))) return false;
    const [waiting, blocker] = [dependency.waiting, dependency.blocker].map(
      ({ title }) => `“${isolate(title)}”`,
    );
    showUndo({
      label: isAdded ? 'Dependency added' : 'Dependency removed',
      detail: other.title,
      sentence: `${waiting} ${isAdded ? 'now' : 'no longer'} waits for ${blocker}.`,
      onUndo: async () => ((await send(dependency, !isAdded)) ? '' : null),
    });
    return true;
  }

  return {
    add: (direction: Direction, other: Named) => carryOut(direction, other, true),
    remove: (direction: Direction, other: Named) => carryOut(direction, other, false),
  };
}

/** Says why an edit has failed, with the titles of the tasks instead of their ids. */
function useShowFailedEdit() {
  const source = { trpc: useTRPC(), queryClient: useQueryClient(), store: useTaskStore() };

  return async (error: unknown, { waiting, blocker }: Dependency, isAdded: boolean): Promise<void> => {
    const { code, detail } = toDisplayedProblem(error);
    const { cycle } = getNamedTasks(error);
    const show = (message: string) =>
      showFailure('dependency', isAdded ? 'Not added' : 'Not removed', message);
    const titles = await readTitles(source, cycle.slice(0, maxInCycle));
    if (cycle.length > 0) return show(cycleMessage(titles, cycle.length));
    if (code === 'LIMIT_REACHED' && detail.includes(blocker.id)) return show(limitMessage(blocker.title));
    if (code === 'VALIDATION_ERROR' && isAdded) return show(await invalidMessage());
    if (code === 'PRECONDITION_FAILED')
      return show(`“${isolate(waiting.title)}” is being changed. Try again.`);
    showError(error);

    /** A task waits for a number of others, and for none that has been deleted. */
    async function invalidMessage(): Promise<string> {
      const title = `“${isolate(waiting.title)}”`;
      if (detail.includes(blocker.id)) return `“${isolate(blocker.title)}” is no task of this team any more.`;
      return `${title} waits for ${maxBlockers} tasks, which is the maximum. Remove one of them first.`;
    }
  };
}
