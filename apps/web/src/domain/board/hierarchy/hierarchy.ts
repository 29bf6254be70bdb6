import {
  type BoardTask,
  type HierarchyTask,
  maxCountedChildren,
  maxListedChildren,
  type TaskHierarchy,
} from '@crewboard/contracts';
import { type KnownTasks, newest, toCurrentList } from '../store/current-list.ts';

/** The parent of a task and its sub-tasks, as far as the page knows. */
export interface Hierarchy extends Pick<TaskHierarchy, 'children' | 'counts'> {
  /** Null without one; undefined until it is read. */
  parent: HierarchyTask | null | undefined;
}

type Counts = TaskHierarchy['counts'];

/** The parent and the sub-tasks of a task, from a response and the store. The oldest sub-tasks come first. */
export function listHierarchy(
  { id: taskId, parentId }: Pick<BoardTask, 'id' | 'parentId'>,
  response: TaskHierarchy | undefined,
  known: KnownTasks,
): Hierarchy {
  const readParent = response?.parent?.id === parentId ? response.parent : undefined;
  const read = response?.children ?? [];
  // A full list may lack newer sub-tasks: only those up to its last one are listed.
  const last = read.length === maxListedChildren ? read.at(-1) : undefined;
  const isListed = (task: BoardTask) => task.parentId === taskId && (!last || compare(task, last) <= 0);
  const children = toCurrentList({ list: response, read, isListed }, known);
  return {
    parent: parentId === null ? null : newest(readParent, known.shown(parentId)),
    children: children.sort(compare),
    counts: countNow(response?.counts ?? noChildren, read, children),
  };
}

const noChildren: Counts = { total: 0, done: 0, cancelled: 0 };

const compare = (one: HierarchyTask, other: HierarchyTask): number => {
  const [a, b] = [one.createdAt + one.id, other.createdAt + other.id];
  return a < b ? -1 : Number(a > b);
};

/** The counts of a response, updated by the changes of its list since. */
function countNow(counts: Counts, read: readonly HierarchyTask[], now: readonly HierarchyTask[]): Counts {
  const difference = (isCounted: (task: HierarchyTask) => boolean) =>
    now.filter(isCounted).length - read.filter(isCounted).length;
  return {
    total: counts.total + difference(() => true),
    done: counts.done + difference(({ status }) => status === 'done'),
    cancelled: counts.cancelled + difference(({ status }) => status === 'cancelled'),
  };
}

/** "3 of 5 done, 1 cancelled". */
export function progressText({ total, done, cancelled }: Counts): string {
  const all = total < maxCountedChildren ? `${total}` : `${maxCountedChildren}+`;
  return `${done} of ${all} done${cancelled > 0 ? `, ${cancelled} cancelled` : ''}`;
}
