import {
  type BoardColumn,
  type BoardCounts,
  type BoardCursor,
  type BoardTask,
  type BoundedCount,
  boardTime,
  type TaskStatus,
} from '@crewboard/contracts';
import { type BoardFilters, matchesFilters } from './board-filters.ts';

export interface ColumnPages {
  pages: BoardColumn[];
  pageParams: unknown[];
}

/** The cached data of a board under some filters; data that is not loaded is absent. */
export interface BoardState {
  columns: Partial<Record<TaskStatus, ColumnPages>>;
  counts?: BoardCounts;
}

/** A task before and after a change; `before` is null on creation. The swapped change is the rollback. */
export interface TaskChange {
  before: BoardTask | null;
  after: BoardTask | null;
}

/**
 * The board after a change of one task: by this person, a response or an event. Immutable: unchanged parts keep their
 * identity.
 */
export function changeBoard(state: BoardState, filters: BoardFilters, change: TaskChange): BoardState {
  const counts = state.counts && changeCounts(state.counts, filters, change);
  const task = change.after ?? change.before;
  if (!task) return state;
  const columns = { ...state.columns };
  for (const status of Object.keys(columns) as TaskStatus[]) {
    const pages = columns[status];
    if (pages)
      columns[status] = change.after ? placeTask(pages, status, filters, task) : remove(pages, task.id);
  }
  return { columns, counts };
}

/** A column with this task at its position, or without it. */
export function placeTask(
  pages: ColumnPages,
  status: TaskStatus,
  filters: BoardFilters,
  task: BoardTask,
): ColumnPages {
  return task.status === status && matchesFilters(task, filters) ? put(pages, task) : remove(pages, task.id);
}

/** The counts after a change that they do not include. One that is not exact stays: it is read again. */
export function changeCounts(counts: BoardCounts, filters: BoardFilters, change: TaskChange): BoardCounts {
  const before = columnOf(change.before, filters);
  const after = columnOf(change.after, filters);
  if (before === after) return counts;
  const next = { ...counts };
  if (before) next[before] = add(next[before], -1);
  if (after) next[after] = add(next[after], 1);
  return next;
}

const add = (known: BoundedCount, change: number): BoundedCount =>
  known.isExact ? { ...known, count: Math.max(0, known.count + change) } : known;

/** Whether a change, which the counts do not include, is one of a count that is not exact. */
export function changesInexactCount(counts: BoardCounts, filters: BoardFilters, change: TaskChange): boolean {
  const before = columnOf(change.before, filters);
  const after = columnOf(change.after, filters);
  return before !== after && [before, after].some((status) => status && !counts[status].isExact);
}

export const hasNoTasks = ({ count, isExact }: BoundedCount): boolean => count === 0 && isExact;

/** The column that shows the task under the filters. */
function columnOf(task: BoardTask | null, filters: BoardFilters): TaskStatus | null {
  return task && matchesFilters(task, filters) ? task.status : null;
}

/** The task in a column. */
export function findTask(pages: ColumnPages | undefined, taskId: string): BoardTask | undefined {
  for (const page of pages?.pages ?? []) {
    const task = page.tasks.find(({ id }) => id === taskId);
    if (task) return task;
  }
}

function remove(column: ColumnPages, id: string): ColumnPages {
  if (!column.pages.some(({ tasks }) => tasks.some((task) => task.id === id))) return column;
  const pages = column.pages.map((page) => ({ ...page, tasks: page.tasks.filter((task) => task.id !== id) }));
  return { ...column, pages };
}

/** Inserts a task at its position in the order of the API, unless that position is on a page that is not loaded. */
function put(column: ColumnPages, task: BoardTask): ColumnPages {
  const known = findTask(column, task.id);
  if (known && boardTime(known) === boardTime(task)) {
    return { ...column, pages: column.pages.map((page) => replace(page, task)) };
  }
  const others = remove(column, task.id);
  const place = { time: boardTime(task), id: task.id };
  // A page reaches to its cursor, also where it ends with another task or has none.
  const target = others.pages.findIndex(
    ({ nextCursor }) => nextCursor === null || !isPlaceBefore(nextCursor, place),
  );
  const pages = others.pages.map((page, index) => (index === target ? insert(page, task) : page));
  return target === -1 ? others : { ...others, pages };
}

function replace(page: BoardColumn, task: BoardTask): BoardColumn {
  if (!page.tasks.some(({ id }) => id === task.id)) return page;
  return { ...page, tasks: page.tasks.map((other) => (other.id === task.id ? task : other)) };
}

function insert(page: BoardColumn, task: BoardTask): BoardColumn {
  const place = page.tasks.findIndex((other) => isListedBefore(task, other));
  const index = place === -1 ? page.tasks.length : place;
  return { ...page, tasks: page.tasks.toSpliced(index, 0, task) };
}

/** Newest first, then by id: the order of the API. */
const isPlaceBefore = (place: BoardCursor, other: BoardCursor): boolean =>
  place.time === other.time ? place.id > other.id : place.time > other.time;

const isListedBefore = (task: BoardTask, other: BoardTask): boolean =>
  isPlaceBefore({ time: boardTime(task), id: task.id }, { time: boardTime(other), id: other.id });

/** All loaded tasks of a column, each once: a task that moved between reads may be on two pages. */
export function tasksOf(column: ColumnPages | undefined): BoardTask[] {
  const byId = new Map<string, BoardTask>();
  for (const page of column?.pages ?? []) for (const task of page.tasks) byId.set(task.id, task);
  return [...byId.values()];
}

/** The expected task after a move, shown before the response. */
export function movedTask<T extends BoardTask>(task: T, status: TaskStatus): T {
  if (task.status === status) return task;
  const assignedAgentId = status === 'todo' ? null : task.assignedAgentId;
  const isClaim = status === 'in_progress' && assignedAgentId !== null;
  return {
    ...task,
    ...withoutLease,
    status,
    assignedAgentId,
    attempt: isClaim ? task.attempt + 1 : task.attempt,
    statusChangedAt: timeOfChange(task),
  };
}

/** A person who moves or releases a task also lets agents claim it again. */
const withoutLease = { leaseExpiresAt: null, needsAttention: null };

/** The task after its release, to be shown before the response. */
export const releasedTask = <T extends BoardTask>(task: T): T => ({
  ...movedTask(task, 'todo'),
  ...withoutLease,
  assignedAgentId: null,
});

/** The approximate time of a change now: after all earlier changes of the task. */
export function timeOfChange({ updatedAt }: BoardTask): string {
  const now = new Date().toISOString();
  return now > updatedAt ? now : updatedAt;
}

/** The later of two states of a task: every change increases `updatedAt`. */
export function newerTask<T extends BoardTask>(one: T, other: T | undefined): T {
  return other && other.updatedAt > one.updatedAt ? other : one;
}
