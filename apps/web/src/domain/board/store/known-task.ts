import type { BoardTask, TaskInContext, TaskNext } from '@crewboard/contracts';
import type { SearchableTask } from '../board-filters.ts';

// The states of one task in the store, and the changes that it follows: see docs/decisions/0017-the-live-board.md.

/** Returns the task after a change, by the rules of the service. The store may apply it again to its own result. */
export type Expectation = (task: BoardTask) => BoardTask;

/** A change of a task from the event log. `before` is null on creation. */
export interface LoggedChange {
  teamId: string;
  xid: bigint;
  before: BoardTask | null;
  after: SearchableTask;
  /** The number of comments of the task, if the event contains it. */
  commentCount?: number;
  /** Who acts next, if the event contains it. */
  next?: TaskNext;
}

/** A deletion of a task from the event log. `before`: the project and column of the task; null if it was archived. */
export interface LoggedDeletion {
  teamId: string;
  xid: bigint;
  taskId: string;
  before: Pick<BoardTask, 'projectId' | 'status'> | null;
}

/** A change by this page that is not finished, of one or more calls. */
export interface PendingChange {
  /** Resolves once the earlier changes of the task have ended, to the task as the service told it last. */
  turn(): Promise<BoardTask>;
  /** A call of the change returned this task. */
  noteResponse(response: BoardTask): void;
  /** Whether the page must read the columns again, because events were lost since the change began. */
  hasLostEvents(): boolean;
  /** All calls of the change have returned, or one has failed. */
  end(): void;
}

/** A task as the service told it by a read, a response, an event or a lease. */
export interface Told {
  /** Undefined while only the panel of the task was read. */
  teamId?: string;
  task: BoardTask;
  commentCount: number;
  /** Who acts next; null: nobody. Absent until it is read, and after a change that may have changed it. */
  next?: TaskNext | null;
  /** When `next` was told last, in the time of the store. */
  nextAt: number;
  /** When the task was told last, in the time of the store. */
  at: number;
}

/** The changes of one task by this page until their events arrive. */
export interface Wanted {
  teamId: string;
  /** The expectations of the pending changes, in the order in which the changes were made. */
  expectations: Expectation[];
  /** The task after the events that the counts include; null before its creation. */
  counted: BoardTask | null;
  /** When `counted` was told, in the time of the store. */
  countedAt: number;
  /** Responses to changes whose events have not arrived. */
  responses: { task: BoardTask; at: number }[];
  /** Caches the task with all expectations applied, and the told task that it was made from. */
  shown?: { from: BoardTask; task: BoardTask };
  /** Resolves once the last of the pending changes has ended. */
  last: Promise<void>;
}

/** The task after these changes, one after another. */
export const applyAll = (task: BoardTask, expectations: readonly Expectation[]): BoardTask =>
  expectations.reduce((state, expect) => expect(state), task);

/** The fields of a card: the panel reads the long texts itself, and `Told` has `next` in a field of its own. */
export function cardOf(task: BoardTask): BoardTask {
  const { description: _, result: __, next: ___, ...card } = task as TaskInContext;
  return card;
}

/** The task with the later one of its lease and `lease`. Ignores a lease of another attempt. */
export function withLease(
  task: BoardTask,
  lease: Pick<BoardTask, 'attempt' | 'leaseExpiresAt'> | undefined,
): BoardTask {
  const isLater = lease?.leaseExpiresAt && task.leaseExpiresAt && task.leaseExpiresAt < lease.leaseExpiresAt;
  return isLater && lease.attempt === task.attempt ? { ...task, leaseExpiresAt: lease.leaseExpiresAt } : task;
}
