import type { ErrorCode } from '@crewboard/contracts';
import { type Expression, raw, type Sql, sql } from '@crewboard/db';
import { acquireLock, subjectLock } from '../events/lock-subject.ts';
import { changedAt } from '../row-change.ts';
import type { TaskRow } from './task-row.ts';

// The rules of a task's state, as SQL on a row of `tasks`. Every statement that changes a state decides with one `decide…`
// and sets the columns of one transition. Docs: docs/decisions/0001-one-statement-per-change.md.

/** What a statement does: the change, nothing because the task is as requested, or an error with this code. */
type Decision = 'apply' | 'keep' | ErrorCode;

/** The task as a statement leaves it. */
export type DecidedTask = TaskRow & { decision: Decision };

/** An agent may claim an open task that has no holder and is not assigned to another agent. */
export const decideClaim = (agentId: Expression): Sql => sql`case
      when status in ('done', 'cancelled') then 'TASK_NOT_CLAIMABLE'
      when held_since is not null then 'TASK_ALREADY_CLAIMED'
      when assigned_agent_id <> ${agentId} then 'TASK_ASSIGNED_TO_OTHER'
      else 'apply' end`;

/** An agent may complete a task that it holds or could claim. Repeating the same completion changes nothing. */
export const decideCompletion = (agentId: Expression, result: Expression): Sql => sql`case
      when completed_at is not null and assigned_agent_id = ${agentId} and result is not distinct from ${result} then 'keep'
      when status = 'done' then 'TASK_ALREADY_COMPLETED'
      when status = 'cancelled' then 'TASK_CANCELLED'
      when assigned_agent_id <> ${agentId} and held_since is not null then 'NOT_CLAIM_HOLDER'
      when assigned_agent_id <> ${agentId} then 'TASK_ASSIGNED_TO_OTHER'
      else 'apply' end`;

type Move = { actorKind: Expression; actorId: Expression; status: Expression; version: Expression };

/** Any status to any. An agent may not move a task that another agent holds, nor make another agent the holder. */
export const decideMove = ({ actorKind, actorId, status, version }: Move): Sql => sql`case
      when ${actorKind} = 'agent' and assigned_agent_id <> ${actorId} and held_since is not null then 'NOT_CLAIM_HOLDER'
      when ${actorKind} = 'agent' and assigned_agent_id <> ${actorId} and ${status}::task_status = 'in_progress'
        then 'TASK_ASSIGNED_TO_OTHER'
      when ${hasOtherVersion(version)} then 'PRECONDITION_FAILED'
      when status = ${status}::task_status then 'keep'
      else 'apply' end`;

type Update = { patch: Expression; version: Expression; hasReferences: Sql };

/** A done or cancelled task keeps its assignee. */
export const decideUpdate = ({ patch, version, hasReferences }: Update): Sql => sql`case
      when not (${hasReferences}) then 'VALIDATION_ERROR'
      when status in ('done', 'cancelled') and ${patch}::jsonb ? 'assignedAgentId'
        and ${patch}::jsonb ->> 'assignedAgentId' is distinct from assigned_agent_id
        then case status when 'done' then 'TASK_ALREADY_COMPLETED' else 'TASK_CANCELLED' end
      when ${hasOtherVersion(version)} then 'PRECONDITION_FAILED'
      else 'apply' end`;

/** A release applies only while the agent still holds the task. */
export const decideRelease = (agentId: Expression): Sql =>
  sql`case when held_since is not null and assigned_agent_id = ${agentId} then 'apply' else 'keep' end`;

/** Whether the caller sent a version that differs from the version of the task. */
const hasOtherVersion = (version: Expression) => sql`${version}::int <> version`;

/**
 * CTEs up to `target`: the locked row of the task with the `decision` on it. `seen` is the row in the snapshot of the
 * statement; if that row already allows no change, no lock is taken. While a statement waits, the row may
 * change: `target` is the row after the wait, and its decision counts.
 */
export const decideTask = (taskId: Expression, teamId: Expression, decision: Sql): Sql => sql`
  seen as (
    select tasks.*, ${decision} as decision
    from tasks where id = ${taskId} and team_id = ${teamId}
  ),
  locks as materialized (
    select ${subjectLock('tasks', raw('id'))} from seen where decision = 'apply'
  ),
  target as (
    select tasks.*, ${decision} as decision
    from tasks where id = ${taskId} and team_id = ${teamId} and ${acquireLock} for no key update
  )`;

/** The condition that selects the task to change. */
export const isTarget = raw(`tasks.id = target.id and target.decision = 'apply'`);

/** The task after the statement and the decision, under the name `task`. No row: there is no such task. */
export const decidedTask = (changed: string): Sql =>
  raw(`(
    select *, 'apply' as decision from ${changed}
    union all select * from target where not exists (select from ${changed})
    union all select * from seen where decision <> 'apply'
  ) as task`);

type State = { status: Expression; assignee: Expression; heldSince: Expression; completedAt: Expression };

const none = raw('null');
const now = raw('clock_timestamp()');

/**
 * Sets all columns of a state. Check constraints read all of them, and PostgreSQL evaluates those on the row as the
 * statement found it, before it waited.
 */
const setState = ({ status, assignee, heldSince, completedAt }: State): Sql => sql`
      status = ${status}, assigned_agent_id = ${assignee},
      held_since = ${heldSince},
      completed_at = ${completedAt},
      version = target.version + 1, updated_at = ${changedAt}`;

export const setClaimed = (agentId: Expression): Sql =>
  setState({ status: raw(`'in_progress'`), assignee: agentId, heldSince: now, completedAt: none });

export const setCompleted = (agentId: Expression): Sql =>
  setState({ status: raw(`'done'`), assignee: agentId, heldSince: none, completedAt: now });

export const setReleased = setState({
  status: raw(`'todo'`),
  assignee: none,
  heldSince: none,
  completedAt: none,
});

/** Back to `todo` clears assignment and claim; to `in_progress`, the assigned agent becomes the holder. */
export const setMoved = (status: Expression): Sql =>
  setState({
    status: sql`${status}::task_status`,
    assignee: sql`case when ${status}::task_status <> 'todo' then target.assigned_agent_id end`,
    heldSince: sql`case when ${status}::task_status = 'in_progress' and target.assigned_agent_id is not null
        then clock_timestamp() end`,
    completedAt: none,
  });

/** Another assignee of a held task takes over the claim; without one, the task is released. */
export const setAssigned = (assignee: Sql): Sql =>
  setState({
    status: sql`case when target.held_since is not null and ${assignee} is null then 'todo' else target.status end`,
    assignee,
    heldSince: sql`case when target.status <> 'in_progress' or ${assignee} is null then null
        when ${assignee} = target.assigned_agent_id then target.held_since else clock_timestamp() end`,
    completedAt: raw('target.completed_at'),
  });
