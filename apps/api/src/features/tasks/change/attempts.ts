import type { TaskAttempt, TaskChange } from '@crewboard/contracts';
import { raw } from '@crewboard/db';
import type { StoredTask } from '../task-row.ts';

/** The outcome of an attempt that ends with an event of this type. */
const outcomes: Record<string, TaskAttempt['outcome']> = {
  'task.completed': 'completed',
  'task.failed': 'failed',
  'task.released': 'released',
  'task.lease_expired': 'expired',
  'task.moved': 'moved',
  'task.updated': 'reassigned',
};

/** The JSON columns of a change that ends an attempt, and of a change that starts an attempt. */
export const endTypes = {
  ...{ ended_attempt: 'int', ended_agent_id: 'text', ended_started_at: 'timestamptz' },
  ...{ outcome: 'text', reason: 'text' },
};
export const startTypes = { starts_attempt: 'bool', outcome: 'text' };
export type AttemptColumns = Partial<Record<keyof typeof endTypes | keyof typeof startTypes, unknown>>;

/** The attempts that a change ends or starts, as JSON columns; null without any. */
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
 * SQL: the CTE that ends the attempts of `written`. It inserts, in conflict with the row of the start, because an
 * insertion always uses the key. For an update of a small table, PostgreSQL would choose a scan, and keep that plan as
 * the table grows.
 */
export const endAttempts = raw(`,
  ended as (
    insert into task_attempts (task_id, attempt, agent_id, started_at, ended_at, outcome, reason)
    select id, ended_attempt, ended_agent_id, ended_started_at, at, outcome, reason
    from written where ended_attempt is not null
    on conflict (task_id, attempt)
    do update set ended_at = excluded.ended_at, outcome = excluded.outcome, reason = excluded.reason
  )`);

/**
 * SQL: the CTE that starts the attempts of `written`. The completion of an unclaimed task starts and ends an attempt at
 * once.
 */
export const startAttempts = raw(`,
  started as (
    insert into task_attempts (task_id, attempt, agent_id, started_at, ended_at, outcome)
    select id, attempt, assigned_agent_id, at, case when held_since is null then at end,
      case when held_since is null then outcome end
    from written where starts_attempt
  )`);
