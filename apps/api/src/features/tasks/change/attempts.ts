import type { TaskAttempt, TaskChange } from '@crewboard/contracts';
import { raw } from '@crewboard/db';
import type { StoredTask } from '../task-row.ts';

/** How a change of each type ends an attempt. */
const outcomes: Record<string, TaskAttempt['outcome']> = {
  'task.completed': 'completed',
  'task.failed': 'failed',
  'task.released': 'released',
  'task.lease_expired': 'expired',
  'task.moved': 'moved',
  'task.updated': 'reassigned',
};

/** The columns of a change that ends an attempt, and of one that starts one. */
export const endTypes = {
  ...{ ended_attempt: 'int', ended_agent_id: 'text', ended_started_at: 'timestamptz' },
  ...{ outcome: 'text', reason: 'text' },
};
export const startTypes = { starts_attempt: 'bool', outcome: 'text' };
export type AttemptColumns = Partial<Record<keyof typeof endTypes | keyof typeof startTypes, unknown>>;

/** What a change does to the attempts of its task, as columns; null where it begins and ends none. */
export function toAttemptColumns(
  before: StoredTask,
  after: StoredTask,
  { event, reason = null }: TaskChange,
): AttemptColumns | null {
  const startsAttempt = after.attempt !== before.attempt;
  const endsAttempt = before.heldSince !== null && (startsAttempt || after.heldSince === null);
  if (!startsAttempt && !endsAttempt) return null;
  const outcome = event && outcomes[event];
  const ended = {
    ...{ ended_attempt: before.attempt, ended_agent_id: before.assignedAgentId },
    ...{ ended_started_at: before.heldSince, reason },
  };
  return { ...(startsAttempt && { starts_attempt: true }), ...(endsAttempt && ended), outcome };
}

/**
 * SQL: the CTE that ends attempts of `written`. An end is an insertion in conflict with its start: that always looks it up by
 * the key, while PostgreSQL plans to read a small table as a whole, and keeps such a plan.
 */
export const endAttempts = raw(`,
  ended as (
    insert into task_attempts (task_id, attempt, agent_id, started_at, ended_at, outcome, reason)
    select id, ended_attempt, ended_agent_id, ended_started_at, at, outcome, reason
    from written where ended_attempt is not null
    on conflict (task_id, attempt)
    do update set ended_at = excluded.ended_at, outcome = excluded.outcome, reason = excluded.reason
  )`);

/** SQL: the CTE that starts attempts of `written`. Completing a task without a claim starts and ends one at once. */
export const startAttempts = raw(`,
  started as (
    insert into task_attempts (task_id, attempt, agent_id, started_at, ended_at, outcome)
    select id, attempt, assigned_agent_id, at, case when held_since is null then at end,
      case when held_since is null then outcome end
    from written where starts_attempt
  )`);
