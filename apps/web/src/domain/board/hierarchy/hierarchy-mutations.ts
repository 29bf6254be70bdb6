'use client';

import type { BoardTask } from '@crewboard/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useTeam } from '#domain/team/team.tsx';
import { getNamedTasks, toDisplayedProblem } from '#lib/failures/problem-of.ts';
import { showError, showFailure } from '#lib/notices/show-error.ts';
import { showUndo } from '#lib/notices/show-undo.tsx';
import { isolate } from '#lib/text/isolate.ts';
import { useTRPC } from '#lib/trpc/client.ts';
import { useEditTask } from '../changes/use-edit-task.ts';
import { busyMessage, ownSubTaskMessage, tooDeepMessage } from '../dependencies/dependency-messages.ts';
import { readTitles } from '../dependencies/tell-dependencies.ts';
import { useTaskStore } from '../store/use-task-store.ts';

type Named = Pick<BoardTask, 'id' | 'title'>;

/** A task, and the parent that it gets or loses. */
interface Nesting {
  child: Named;
  parent: Named;
  isAdded: boolean;
}

/** The ids of the parents before and after; a task with another one before is left as it is. */
interface Move {
  from?: string | null;
  to: string | null;
}

const quoted = ({ title }: Named) => `“${isolate(title)}”`;

const hasOtherParent = new Error('The task has another parent.');

/** Gives tasks a parent and removes it, with Undo. Resolves to whether it was done. */
export function useEditHierarchy(of: Named) {
  const edit = useEditTask();
  const showFailed = useShowFailedNesting();

  const send = (nesting: Nesting, { from, to }: Move, failure: string) =>
    edit({
      taskId: nesting.child.id,
      patchOf(task) {
        if (from !== undefined && task.parentId !== from) throw hasOtherParent;
        return { parentId: to };
      },
      expect: ({ expectUpdate }) => expectUpdate({ parentId: to }),
      onError: (error) => void showFailed(error, nesting, failure),
    });

  async function changeParent(nesting: Nesting, label: string, detail: string): Promise<boolean> {
    const { child, parent, isAdded } = nesting;
    const move = isAdded ? { to: parent.id } : { from: parent.id, to: null };
    const changed = await send(nesting, move, isAdded ? 'Not added' : 'Not removed');
    if (!changed) return false;
    const { before, after } = changed;
    showUndo({
      ...{ label, detail },
      sentence: `${quoted(child)} is ${isAdded ? 'now' : 'no longer'} a sub-task of ${quoted(parent)}.`,
      async onUndo() {
        const back = { from: after.parentId, to: before.parentId };
        return (await send(nesting, back, 'Not undone')) ? '' : null;
      },
    });
    return true;
  }

  return {
    setParent: (parent: Named) =>
      changeParent({ child: of, parent, isAdded: true }, 'Parent set', parent.title),
    removeParent: (parent: Named) =>
      changeParent({ child: of, parent, isAdded: false }, 'Parent removed', parent.title),
    addChild: (child: Named) =>
      changeParent({ child, parent: of, isAdded: true }, 'Sub-task added', child.title),
    removeChild: (child: Named) =>
      changeParent({ child, parent: of, isAdded: false }, 'Sub-task removed', child.title),
  };
}

/** Says why an edit has failed, with the titles of the tasks instead of their ids. */
function useShowFailedNesting() {
  const source = {
    ...{ trpc: useTRPC(), queryClient: useQueryClient() },
    ...{ store: useTaskStore(), teamId: useTeam().id },
  };

  return async (error: unknown, { child, parent }: Nesting, failure: string): Promise<void> => {
    const show = (message: string) => showFailure('hierarchy', failure, message);
    if (error === hasOtherParent)
      return show(`${quoted(child)} was changed meanwhile. It stays as it is now.`);
    const { code, detail } = toDisplayedProblem(error);
    const { cycle } = getNamedTasks(error);
    if (cycle.length > 0) return show(ownSubTaskMessage(await readTitles(source, cycle)));
    if (code === 'PRECONDITION_FAILED') return show(busyMessage(child.title));
    if (code === 'VALIDATION_ERROR' && detail.includes('levels'))
      return show(tooDeepMessage(child.title, parent.title));
    showError(error);
  };
}
