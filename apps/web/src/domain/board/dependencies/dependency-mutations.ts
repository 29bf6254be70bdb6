import { type BoardTask, maxBlockers } from '@crewboard/contracts';
import { getNamedTasks, toDisplayedProblem } from '#lib/failures/problem-of.ts';
import { showError, showFailure } from '#lib/notices/show-error.ts';
import { showUndo } from '#lib/notices/show-undo.tsx';
import { quote } from '#lib/text/isolate.ts';
import { useEditTask } from '../changes/use-edit-task.ts';
import { useTaskStore } from '../store/use-task-store.ts';
import { type Direction, editedBlockers } from './dependencies.ts';
import { busyMessage, cycleMessage, limitMessage, maxNamedInCycle } from './dependency-messages.ts';
import { readTitles } from './dependency-notices.ts';
import { useTaskSource } from './use-dependency-notices.ts';

type Named = Pick<BoardTask, 'id' | 'title'>;

interface Dependency {
  waiting: Named;
  blocker: Named;
}

/** Adds and removes the blockers or the dependants of a task, with Undo. Each resolves to whether it was done. */
export function useEditDependency(of: Named) {
  const store = useTaskStore();
  const edit = useEditTask();
  const showFailed = useShowFailedDependency();

  async function send(dependency: Dependency, isAdded: boolean): Promise<boolean> {
    const change = { blockerId: dependency.blocker.id, isAdded };
    const changed = await edit({
      taskId: dependency.waiting.id,
      patchOf: (task) => ({ blockedBy: editedBlockers(task, change) }),
      expect({ expectDependency }, { blockedBy }) {
        const known = [...blockedBy, change.blockerId].flatMap((id) => store.shown(id) ?? []);
        return expectDependency(change, known);
      },
      onError: (error) => void showFailed(error, dependency, isAdded),
    });
    return changed !== null;
  }

  async function changeDependency(direction: Direction, other: Named, isAdded: boolean): Promise<boolean> {
    const dependency =
      direction === 'blockers' ? { waiting: of, blocker: other } : { waiting: other, blocker: of };
    if (!(await send(dependency, isAdded))) return false;
    const [waiting, blocker] = [dependency.waiting, dependency.blocker].map(({ title }) => quote(title));
    showUndo({
      label: isAdded ? 'Dependency added' : 'Dependency removed',
      detail: other.title,
      sentence: `${waiting} ${isAdded ? 'now' : 'no longer'} waits for ${blocker}.`,
      onUndo: () => send(dependency, !isAdded),
    });
    return true;
  }

  return {
    add: (direction: Direction, other: Named) => changeDependency(direction, other, true),
    remove: (direction: Direction, other: Named) => changeDependency(direction, other, false),
  };
}

/** Shows why an edit has failed, with the titles of the tasks instead of their ids. */
function useShowFailedDependency() {
  const source = useTaskSource();

  return async (error: unknown, { waiting, blocker }: Dependency, isAdded: boolean): Promise<void> => {
    const { code, detail } = toDisplayedProblem(error);
    const { cycle } = getNamedTasks(error);
    const show = (message: string) =>
      showFailure('dependency', isAdded ? 'Not added' : 'Not removed', message);
    const titles = await readTitles(source, cycle.slice(0, maxNamedInCycle));
    if (cycle.length > 0) return show(cycleMessage(titles, cycle.length));
    if (code === 'LIMIT_REACHED' && detail.includes(blocker.id)) return show(limitMessage(blocker.title));
    if (code === 'VALIDATION_ERROR' && isAdded) return show(invalidMessage(waiting, blocker, detail));
    if (code === 'PRECONDITION_FAILED') return show(busyMessage(waiting.title));
    showError(error);
  };
}

/** Why the API rejected a new dependency: the blocker was deleted, or the task has too many. */
function invalidMessage(waiting: Named, blocker: Named, detail: string): string {
  if (detail.includes(blocker.id)) return `${quote(blocker.title)} is no task of this team any more.`;
  return `${quote(waiting.title)} waits for ${maxBlockers} tasks, which is the maximum. Remove one of them first.`;
}
