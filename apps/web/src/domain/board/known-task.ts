import {
  type BoardColumn,
  type BoardCursor,
  type BoardFilter,
  type BoardTask,
  boardTime,
  type Task,
  type TaskStatus,
} from '@crewboard/contracts';
import type { SearchableTask } from './board-filters.ts';

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
}

export interface ColumnPages {
  pages: BoardColumn[];
  /** The cursor of each page. */
  pageParams: unknown[];
}

export type ColumnInput = BoardFilter & { status: TaskStatus };

export interface PendingChange {
  /** Resolves once the changes of the task before it have ended: to the task as the service told it. */
  turn(): Promise<BoardTask>;
  /** A call of it was answered with this task. */
  confirm(answer: BoardTask): void;
  /** All its calls were answered, or it failed. */
  end(): void;
}

/** A task as the service told it by a read, a response, an event or a lease. */
export interface Told {
  /** Unknown while only its panel was read. */
  teamId?: string;
  task: BoardTask;
  commentCount: number;
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
  const { description: _, result: __, ...card } = task as Task;
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

export const placeOf = (task: BoardTask): BoardCursor => ({ time: boardTime(task), id: task.id });

/** Newest first, then by id: the order of the API. */
export function compare(one: BoardCursor, other: BoardCursor): number {
  if (one.time !== other.time) return one.time > other.time ? -1 : 1;
  if (one.id === other.id) return 0;
  return one.id > other.id ? -1 : 1;
}

export const isWithin = (task: BoardTask, start: BoardCursor | null, end: BoardCursor | null): boolean =>
  (start === null || compare(start, placeOf(task)) < 0) && (end === null || compare(placeOf(task), end) <= 0);
