import type { BoardTask } from '@crewboard/contracts';
import { getNamedTasks, toDisplayedProblem } from '#lib/failures/problem-of.ts';
import { showError, showFailure } from '#lib/notices/show-error.ts';
import { showUndo } from '#lib/notices/show-undo.tsx';
import { quote } from '#lib/text/isolate.ts';
import { useEditTask } from '../changes/use-edit-task.ts';
import { busyMessage, ownSubTaskMessage, tooDeepMessage } from '../dependencies/dependency-messages.ts';
import { readTitles } from '../dependencies/dependency-notices.ts';
import { useTaskSource } from '../dependencies/use-dependency-notices.ts';

type Named = Pick<BoardTask, 'id' | 'title'>;

/** A task, and the parent that it gets or loses. */
interface Nesting {
  child: Named;
  parent: Named;
  isAdded: boolean;
}

/** The ids of the former and the new parent. With `from`, a task that has another parent by then is not changed. */
interface ParentChange {
  from?: string | null;
  to: string | null;
}

const hasOtherParent = new Error('The task has another parent.');

/** Sets and removes the parent of a task, or its sub-tasks, with Undo. Each resolves to whether it was done. */
export function useEditHierarchy(of: Named) {
  const edit = useEditTask();
  const showFailed = useShowFailedNesting();

  const send = (nesting: Nesting, { from, to }: ParentChange, failureTitle: string) =>
    edit({
      taskId: nesting.child.id,
      patchOf(task) {
        if (from !== undefined && task.parentId !== from) throw hasOtherParent;
        return { parentId: to };
      },
      expect: ({ expectUpdate }) => expectUpdate({ parentId: to }),
      onError: (error) => void showFailed(error, nesting, failureTitle),
    });

  async function changeParent(nesting: Nesting, label: string, detail: string): Promise<boolean> {
    const { child, parent, isAdded } = nesting;
    const change = isAdded ? { to: parent.id } : { from: parent.id, to: null };
    const changed = await send(nesting, change, isAdded ? 'Not added' : 'Not removed');
    if (!changed) return false;
    const { before, after } = changed;
    showUndo({
      ...{ label, detail },
      sentence: `${quote(child.title)} is ${isAdded ? 'now' : 'no longer'} a sub-task of ${quote(parent.title)}.`,
      async onUndo() {
        const back = { from: after.parentId, to: before.parentId };
        return (await send(nesting, back, 'Not undone')) !== null;
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

/** Shows why an edit has failed, with the titles of the tasks instead of their ids. */
function useShowFailedNesting() {
  const source = useTaskSource();

  return async (error: unknown, { child, parent }: Nesting, failureTitle: string): Promise<void> => {
    const show = (message: string) => showFailure('hierarchy', failureTitle, message);
    if (error === hasOtherParent)
      return show(`${quote(child.title)} was changed meanwhile. It stays as it is now.`);
    const { code, detail } = toDisplayedProblem(error);
    const { cycle } = getNamedTasks(error);
    if (cycle.length > 0) return show(ownSubTaskMessage(await readTitles(source, cycle)));
    if (code === 'PRECONDITION_FAILED') return show(busyMessage(child.title));
    if (code === 'VALIDATION_ERROR' && detail.includes('levels'))
      return show(tooDeepMessage(child.title, parent.title));
    showError(error);
  };
}
