import {
  type BoardColumn,
  type BoardCursor,
  type BoardFilter,
  type BoardTask,
  placeInColumn,
  type TaskDependencies,
  type TaskInContext,
  type TaskNext,
  type TaskStatus,
  taskPriorities,
} from '@crewboard/contracts';
import type { SearchableTask } from '../board-filters.ts';
import type { TodoOrder } from '../todo-order.ts';

/** The task after a change, by the rules of the service. It may be applied again to its result. */
export type Expectation = (task: BoardTask) => BoardTask;

/** A change of a task from the event log. `before` is null on creation. */
export interface LoggedChange {
  teamId: string;
  xid: bigint;
  before: BoardTask | null;
  after: SearchableTask;
  /** How many comments the task has, where the event tells it. */
  commentCount?: number;
  /** Who acts next, where the event tells it. */
  next?: TaskNext;
}

/** A deletion of a task from the event log. `before`: on which board it was; null where it was archived. */
export interface LoggedDeletion {
  teamId: string;
  xid: bigint;
  taskId: string;
  before: Pick<BoardTask, 'projectId' | 'status'> | null;
}

export interface ColumnPages {
  pages: BoardColumn[];
  /** The cursor of each page. */
  pageParams: unknown[];
}

export type ColumnInput = BoardFilter & { status: TaskStatus; order?: TodoOrder | undefined };

/** A column that was read, as it is shown at a revision of the store. */
export interface ColumnView {
  input: ColumnInput;
  revision: number;
  tasks: BoardTask[];
}

export interface PendingChange {
  /** Resolves once the changes of the task before it have ended: to the task as the service told it. */
  turn(): Promise<BoardTask>;
  /** A call of it was answered with this task. */
  noteAnswer(answer: BoardTask): void;
  /** The columns are to be read again: events were lost since it began. */
  isDoubtful(): boolean;
  /** All its calls were answered, or it failed. */
  end(): void;
}

/** A task as the service told it by a read, a response, an event or a lease. */
export interface Told {
  /** Unknown while only its panel was read. */
  teamId?: string;
  task: BoardTask;
  commentCount: number;
  /** Who acts next; null: nobody. Absent until it is read, and after a change that may have changed it. */
  next?: TaskNext | null;
  /** When that was told last. */
  nextAt: number;
  /** When it was told last. */
  at: number;
}

/** What this page asked for. */
export interface Wanted {
  teamId: string;
  /** What the pending changes expect, in the order in which they were made. */
  expectations: Expectation[];
  /** The task as the counts have it with the events that were received; null before its creation. */
  counted: BoardTask | null;
  countedAt: number;
  /** Responses to changes whose events were not received yet. */
  answers: { task: BoardTask; at: number }[];
  /** What the task is shown as, and the state that this was made of. */
  shown?: { from: BoardTask; task: BoardTask };
  /** Resolves once the last of the pending changes has ended. */
  last: Promise<void>;
}

export const apply = (task: BoardTask, expect: Expectation): BoardTask => expect(task);

/** The texts of a task are read by its panel: those of a response may be older. */
export function cardOf(task: BoardTask): BoardTask {
  const { description: _, result: __, next: ___, ...card } = task as TaskInContext;
  return card;
}

export const withoutTexts = ({ before, after, ...change }: LoggedChange): LoggedChange => ({
  ...change,
  before: before && cardOf(before),
  after: cardOf(after),
});

/** The task with a lease of the same attempt, if it is a later one. */
export function withLease(
  task: BoardTask,
  lease: Pick<BoardTask, 'attempt' | 'leaseExpiresAt'> | undefined,
): BoardTask {
  const isLater = lease?.leaseExpiresAt && task.leaseExpiresAt && task.leaseExpiresAt < lease.leaseExpiresAt;
  return isLater && lease.attempt === task.attempt ? { ...task, leaseExpiresAt: lease.leaseExpiresAt } : task;
}

/** The order of the API: the newest first and then by id, or as agents get tasks from the queue. */
function compare(one: BoardCursor, other: BoardCursor): number {
  if ('rank' in one && 'rank' in other)
    return (
      taskPriorities.indexOf(other.priority) - taskPriorities.indexOf(one.priority) ||
      compareTexts(one.rank, other.rank) ||
      compareTexts(one.id, other.id)
    );
  if ('time' in one && 'time' in other)
    return compareTexts(other.time, one.time) || compareTexts(other.id, one.id);
  throw new Error('Places in columns of different orders');
}

/** The tasks of a column in its order. Components skip what has kept its identity. */
export function showColumn(view: ColumnView, tasks: BoardTask[], revision: number): BoardTask[] {
  tasks.sort((one, other) => compare(placeInColumn(one, view.input), placeInColumn(other, view.input)));
  view.revision = revision;
  if (tasks.length !== view.tasks.length || tasks.some((task, index) => task !== view.tasks[index]))
    view.tasks = tasks;
  return view.tasks;
}

const compareTexts = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

export function isWithin(
  task: BoardTask,
  column: ColumnInput,
  start: BoardCursor | null,
  end: BoardCursor | null,
): boolean {
  const place = placeInColumn(task, column);
  return (start === null || compare(start, place) < 0) && (end === null || compare(place, end) <= 0);
}

export const idsIn = ({ blockers, dependants }: TaskDependencies): string[] =>
  [...blockers, ...dependants].map(({ id }) => id);
