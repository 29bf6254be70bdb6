import type { Task } from '../resources/task.ts';
import type { TaskState } from './task-state.ts';
import { isClosed } from './task-status.ts';

// Conditions that several rules check. `now` is the clock of the database when it read the task.

/** Whether agents may not start the task yet. */
export const isBeforeStart = ({ notBefore }: Pick<Task, 'notBefore'>, now: string): boolean =>
  notBefore !== null && notBefore > now;

/**
 * Whether the lease has ended. The claim stays in the row until the lease sweeper ends it, but its holder has lost it.
 */
export const isLeaseOver = ({ leaseExpiresAt }: Pick<Task, 'leaseExpiresAt'>, now: string): boolean =>
  leaseExpiresAt !== null && leaseExpiresAt <= now;

export const addSeconds = (time: string, seconds: number): string =>
  new Date(Date.parse(time) + seconds * 1_000).toISOString();

/** claim-next withholds the task from no agent. */
export const withoutReleasers = { releasedBy: null, releasedUntil: null };

/** Whether claim-next withholds the task from the agents that released it lately. */
export const isWithheldFromReleasers = (task: TaskState, now: string): boolean =>
  !isClosed(task) && task.releasedUntil !== null && task.releasedUntil > now;
