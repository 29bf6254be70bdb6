import {
  type BoardTask,
  countBlockers,
  type DependencyTask,
  isClosed,
  type TaskDependencies,
} from '@crewboard/contracts';
import { byId } from '#lib/by-id.ts';
import { type KnownTasks, newest, toCurrentList } from '../store/current-list.ts';

/** The two lists of a task: the tasks that it waits for, and the tasks that wait for it. */
export type Direction = 'blockers' | 'dependants';

/** The tasks that a task waits for and those that wait for it, as far as the page knows. */
export interface Dependencies {
  blockers: DependencyTask[];
  dependants: DependencyTask[];
  /** How many blockers have not been read yet. */
  unreadBlockerCount: number;
}

/** Adds a blocker to a task, or removes it. */
export interface DependencyEdit {
  blockerId: string;
  isAdded: boolean;
}

/** The ids of the blockers after an edit, in the order of the service. */
export const editedBlockers = (
  { blockedBy }: Pick<BoardTask, 'blockedBy'>,
  { blockerId, isAdded }: DependencyEdit,
): string[] => {
  const others = blockedBy.filter((id) => id !== blockerId);
  return isAdded ? [...others, blockerId].sort() : others;
};

/** The dependencies of a task, from a response and the store. Tasks that are over come last: see `isOver`. */
export function listDependencies(
  { id: taskId, blockedBy }: Pick<BoardTask, 'id' | 'blockedBy'>,
  response: TaskDependencies | undefined,
  known: KnownTasks,
): Dependencies {
  const readBlockers = byId(response?.blockers);
  const blockers = blockedBy.flatMap((id) => newest(readBlockers.get(id), known.shown(id)) ?? []);
  const waits = (task: BoardTask) => task.blockedBy.includes(taskId);
  const dependants = toCurrentList({ list: response, read: response?.dependants, isListed: waits }, known);
  return {
    blockers: openFirst(blockers, isOver.blockers),
    dependants: openFirst(dependants, isOver.dependants),
    unreadBlockerCount: blockedBy.length - blockers.length,
  };
}

/** Whether a task is over in its list: a cancelled blocker still blocks, a cancelled dependant waits for nothing. */
export const isOver: Record<Direction, (task: DependencyTask) => boolean> = {
  blockers: ({ status }) => status === 'done',
  dependants: isClosed,
};

/** Sorts by id within each part, so that no other task moves when a task is closed. */
function openFirst(tasks: DependencyTask[], isLast: (task: DependencyTask) => boolean): DependencyTask[] {
  const place = (task: DependencyTask) => `${Number(isLast(task))}${task.id}`;
  return tasks.sort((one, other) => (place(one) < place(other) ? -1 : 1));
}

export const openBlockers = (blockers: readonly DependencyTask[]): DependencyTask[] =>
  blockers.filter(({ status }) => status !== 'done');

/** The blockers that are cancelled or archived: nobody works on them, so only a person can end the waiting. */
export const deadBlockers = (blockers: readonly DependencyTask[]): DependencyTask[] =>
  blockers.filter((task) => countBlockers([task]).cancelledBlockers > 0);

export const formatTaskCount = (count: number): string => (count === 1 ? '1 task' : `${count} tasks`);

/** The advice about the dead blockers of a task that has `count` blockers. */
export function deadHint(dead: readonly DependencyTask[], count: number): string {
  const [first] = dead;
  if (!first || dead.length > 1)
    return `${dead.length} of them are cancelled or archived: reopen them, or remove them here.`;
  const subject = count === 1 ? 'It' : 'One of them';
  return first.archivedAt
    ? `${subject} is archived: restore it, or remove it here.`
    : `${subject} is cancelled: reopen it, or remove it here.`;
}
