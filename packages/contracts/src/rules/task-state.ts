import type { StaleTimes } from '../bounds/next-bounds.ts';
import type { ErrorCode } from '../errors/problem.ts';
import type { EventType } from '../events/event.ts';
import type { Task } from '../resources/task.ts';

/** Why a person has to act, as far as the row tells: what the lists of attention have. */
export type AttentionOfRow = 'attempts_exhausted' | 'in_progress_unassigned' | 'blocker_cancelled' | 'stale';

/** A task with what only the rules need. Times are texts in ISO 8601, in UTC with milliseconds: they compare as texts. */
export type TaskState = Task & {
  /** Since when the assigned agent holds the task; null while nobody does. */
  heldSince: string | null;
  /** When an agent completed the task; null also where it was moved to done. */
  completedAt: string | null;
  /** How long a heartbeat extends the lease; null without a lease. */
  leaseSeconds: number | null;
  /**
   * When the sweeper looks at the task: at the end of its lease at the latest, as a heartbeat leaves it as it is; when
   * it comes into the queue by itself; or when it may be stale.
   */
  checkAt: string | null;
  /** Whether claim-next hands the task out: in `todo`, not blocked, its time has come, and it needs no attention. The indexes of the queue have it. */
  inQueue: boolean;
  /** How many attempts in a row have failed, or ended with their lease. */
  failuresInRow: number;
  /** The agents that gave the task back lately: until `releasedUntil` claim-next hands it out to others alone. Null: none. */
  releasedBy: readonly string[] | null;
  releasedUntil: string | null;
  /** When the holder last gave a sign, with its claim or a heartbeat; null while nobody holds the task. */
  lastSignAt: string | null;
  commentCount: number;
  /** How many of the tasks that it waits for are not done. */
  openBlockers: number;
  /** How many of those nobody works on: they are cancelled, or archived. */
  cancelledBlockers: number;
  /** How many tasks wait for it. */
  dependants: number;
  /**
   * Since when the task waits for what it waits for: an agent, a person, others, a time, the queue. Null: since before the
   * service kept it.
   */
  nextSince: string | null;
  /** Why a person has to act; null: nobody has to, or only what other rows tell is in the way. */
  attention: AttentionOfRow | null;
  /** Of its project. */
  staleTimes: StaleTimes;
  /** The task was archived with its project, and comes back with it. */
  archivedWithProject: boolean;
  /** Who created the task; a null id is the system. */
  createdByKind: TaskCaller['kind'];
  createdById: string | null;
  /** Who wrote the description last. */
  descriptionByKind: TaskCaller['kind'];
  descriptionById: string | null;
};

export type TaskCaller = { kind: 'agent' | 'key' | 'member' | 'system'; id: string | null };

/** What a call changes. `settle` adds what follows from it. */
export type TaskChange = {
  /** Null for a heartbeat, of which the log does not tell. */
  event: EventType | null;
  set: Partial<TaskState>;
  /** For the event of a release or failure. */
  reason?: string | null;
};

/** What a call does: a change, nothing because the task is as requested, or an error. */
export type TaskDecision = TaskChange | 'keep' | ErrorCode;
