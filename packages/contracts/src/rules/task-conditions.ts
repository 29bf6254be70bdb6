import type { Task } from '../resources/task.ts';
import type { TaskState } from './task-state.ts';
import { isClosed } from './task-status.ts';

// What the rules of a task ask about it, at a time of the database.

/** Whether the time has not come at which agents may start the task. */
export const isBeforeStart = ({ notBefore }: Pick<Task, 'notBefore'>, now: string): boolean =>
  notBefore !== null && notBefore > now;

/** Only the sweeper ends a claim whose lease is over: until then nobody has the task. */
export const isLeaseOver = ({ leaseExpiresAt }: Pick<Task, 'leaseExpiresAt'>, now: string): boolean =>
  leaseExpiresAt !== null && leaseExpiresAt <= now;

export const later = (time: string, seconds: number): string =>
  new Date(Date.parse(time) + seconds * 1_000).toISOString();

export const notReleased = { releasedBy: null, releasedUntil: null };

/** Whether agents that released the task lately do not get it from the queue. */
export const isReleased = (task: TaskState, now: string): boolean =>
  !isClosed(task) && task.releasedUntil !== null && task.releasedUntil > now;
