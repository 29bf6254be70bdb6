import type { StaleTimes } from '../bounds/next-bounds.ts';
import type { ErrorCode } from '../errors/problem.ts';
import type { EventType } from '../events/event.ts';
import type { Task } from '../resources/task.ts';

/**
 * Why a person has to act on a task, among the reasons that its row alone shows. The lists of the attention page are
 * read by it. Paused agents and agents that cannot work are reasons of other rows.
 */
export type AttentionOfRow = 'attempts_exhausted' | 'in_progress_unassigned' | 'blocker_cancelled' | 'stale';

/**
 * A task with the fields that only the rules need: its row in the database. Times are ISO 8601 texts in UTC with
 * milliseconds, so that comparing the texts compares the times.
 */
export type TaskState = Task & {
  /** Since when the assigned agent holds the task; null while nobody does. */
  heldSince: string | null;
  /** When an agent completed the task; null also where it was moved to done. */
  completedAt: string | null;
  /** How long a heartbeat extends the lease; null without a lease. */
  leaseSeconds: number | null;
  /**
   * When the lease sweeper looks at the task next: when its lease may have ended, when it enters the queue by itself or
   * is no longer withheld from agents, or when it may be stale. A heartbeat does not move it, so it may come before the
   * end of the lease, never after.
   */
  checkAt: string | null;
  /** Whether claim-next hands the task out (`placeInQueue`). The indexes of the queue select by it. */
  inQueue: boolean;
  /** How many attempts in a row have failed, or ended with their lease. */
  failuresInRow: number;
  /**
   * The agents that released the task lately: until `releasedUntil`, claim-next hands it to other agents only. Null:
   * none.
   */
  releasedBy: readonly string[] | null;
  releasedUntil: string | null;
  /** The time of the claim or the last heartbeat; null while nobody holds the task. */
  lastSignAt: string | null;
  commentCount: number;
  /** How many of the tasks in `blockedBy` are not done. */
  openBlockers: number;
  /** How many of the open blockers are cancelled or archived, so that nobody works on them. */
  cancelledBlockers: number;
  /** How many tasks have this one in `blockedBy`. */
  dependants: number;
  /**
   * Since when the reason for which the task waits has been the same (`updateWait`). Null for a task that has waited
   * since before the service stored this time.
   */
  nextSince: string | null;
  /** Why a person has to act; null if nobody has to, or for a reason that only other rows show. */
  attention: AttentionOfRow | null;
  /** The limits of its project, by which the task is stale. */
  staleTimes: StaleTimes;
  /** The task was archived with its project and is restored with it. */
  archivedWithProject: boolean;
  /** Who created the task; a null id is the system. */
  createdByKind: TaskCaller['kind'];
  createdById: string | null;
  /** Who wrote the description last. */
  descriptionByKind: TaskCaller['kind'];
  descriptionById: string | null;
};

/** Who calls. The id is null for the system alone. */
export type TaskCaller = { kind: 'agent' | 'key' | 'member' | 'system'; id: string | null };

/** The fields that a call sets. `settle` computes the fields that follow from them. */
export type TaskChange = {
  /** Null for a change that has no event, such as a heartbeat. */
  event: EventType | null;
  set: Partial<TaskState>;
  /** Recorded in the event of a release, failure, archival, restoration or stale task. */
  reason?: string | null;
};

/** The result of a rule: a change; `keep` when the task already is as requested; or the error of the call. */
export type TaskDecision = TaskChange | 'keep' | ErrorCode;
