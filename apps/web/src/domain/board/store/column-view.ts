import {
  type BoardColumn,
  type BoardCursor,
  type BoardFilter,
  type BoardTask,
  placeInColumn,
  type TaskStatus,
  taskPriorities,
} from '@crewboard/contracts';
import type { TodoOrder } from '../todo-order.ts';

/** The query of one column: a filter, a status, and the order of To do. */
export type ColumnInput = BoardFilter & { status: TaskStatus; order?: TodoOrder | undefined };

/** The pages of a column as TanStack Query caches them. */
export interface ColumnPages {
  pages: BoardColumn[];
  /** The cursor of each page. */
  pageParams: unknown[];
}

/** The tasks that a column shows at a revision of the store. */
export interface ColumnView {
  input: ColumnInput;
  revision: number;
  tasks: BoardTask[];
}

/** Sorts the tasks of a column. Returns the former array if nothing changed, so that components skip rendering. */
export function updateView(view: ColumnView, tasks: BoardTask[], revision: number): BoardTask[] {
  tasks.sort((one, other) => compare(placeInColumn(one, view.input), placeInColumn(other, view.input)));
  view.revision = revision;
  if (tasks.length !== view.tasks.length || tasks.some((task, index) => task !== view.tasks[index]))
    view.tasks = tasks;
  return view.tasks;
}

/** Whether the place of a task is after `start` and not after `end`. Null: the beginning or the end of the column. */
export function isWithin(
  task: BoardTask,
  column: ColumnInput,
  start: BoardCursor | null,
  end: BoardCursor | null,
): boolean {
  const place = placeInColumn(task, column);
  return (start === null || compare(start, place) < 0) && (end === null || compare(place, end) <= 0);
}

/** The order of the API: that of the queue, or the newest first and then by id. */
function compare(one: BoardCursor, other: BoardCursor): number {
  if ('rank' in one && 'rank' in other)
    return (
      taskPriorities.indexOf(other.priority) - taskPriorities.indexOf(one.priority) ||
      compareTexts(one.rank, other.rank) ||
      compareTexts(one.id, other.id)
    );
  if ('time' in one && 'time' in other)
    return compareTexts(other.time, one.time) || compareTexts(other.id, one.id);
  throw new Error('Cannot compare places of columns with different orders');
}

const compareTexts = (one: string, other: string): number => (one < other ? -1 : Number(one > other));
