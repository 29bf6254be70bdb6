import type { ErrorCode } from '@crewboard/contracts';
import { type Expression, raw, type Sql, sql } from '@crewboard/db';
import { acquireLock, subjectLock } from '../events/lock-subject.ts';
import { changedAt } from '../row-change.ts';

// The rules of a task's state, as SQL on a row of `tasks`. Every statement that changes a state decides with one
// `decide…` and sets the columns of one transition. Docs: docs/decisions/0001-one-statement-per-change.md.

/** What a statement does: the change, nothing because the task is as requested, or an error with this code. */
export type Decision = 'apply' | 'keep' | ErrorCode;

/**
 * The lease has ended by the clock of the database; null without one. Only the sweeper ends the claim: until then
 * nobody has the task.
 */
export const isLeaseOver = raw('lease_expires_at <= clock_timestamp()');

/**
 * Whether a task is in the queue of claim-next, of the caller or of every agent. The indexes of the queue have this
 * condition.
 */
export const isInQueue = raw(
  `held_since is null and status in ('todo', 'in_progress') and needs_attention is null`,
);

/** An agent completed the task: it is done, and was not moved there. */
export const isCompleted = raw('completed_at is not null');

type Claim = { actorId: Expression; versions: Expression };

/** An agent claims what is open and not held, and not what is assigned to another agent. */
export const decideClaim = ({ actorId, versions }: Claim): Sql => sql`case
      when status in ('done', 'cancelled') or needs_attention is not null then 'TASK_NOT_CLAIMABLE'
      when assigned_agent_id = ${actorId} and ${isLeaseOver} then 'STALE_CLAIM'
      when held_since is not null then 'TASK_ALREADY_CLAIMED'
      when assigned_agent_id <> ${actorId} then 'TASK_ASSIGNED_TO_OTHER'
      when ${hasOtherVersion(versions)} then 'PRECONDITION_FAILED'
      else 'apply' end`;

/** Whether the caller names an attempt and does not hold it. */
const isOtherAttempt = (attempt: Expression, agentId: Expression) =>
  sql`${attempt}::int is not null and (${attempt}::int, ${agentId}) is distinct from (attempt, case when held_since is not null then assigned_agent_id end)`;

type Completion = {
  actorId: Expression;
  result: Expression;
  attempt: Expression;
  versions: Expression;
};

/** An agent completes what it holds or could claim. The same completion sent again changes nothing. */
export const decideCompletion = ({ actorId, result, attempt, versions }: Completion): Sql => sql`case
      when ${isCompleted} and assigned_agent_id = ${actorId} and result is not distinct from ${result}
        and coalesce(${attempt}::int, attempt) = attempt then 'keep'
      when ${isOtherAttempt(attempt, actorId)} then 'STALE_CLAIM'
      when status = 'done' then 'TASK_ALREADY_COMPLETED'
      when status = 'cancelled' then 'TASK_CANCELLED'
      when assigned_agent_id <> ${actorId} and held_since is not null then 'NOT_CLAIM_HOLDER'
      when assigned_agent_id <> ${actorId} then 'TASK_ASSIGNED_TO_OTHER'
      when needs_attention is not null then 'TASK_NOT_CLAIMABLE'
      when ${isLeaseOver} then 'STALE_CLAIM'
      when ${hasOtherVersion(versions)} then 'PRECONDITION_FAILED'
      else 'apply' end`;

/** The holder extends its lease, and keeps a claim without one. */
export const decideHeartbeat = ({
  actorId,
  attempt,
}: Pick<Completion, 'actorId' | 'attempt'>): Sql => sql`case
      when ${isOtherAttempt(attempt, actorId)} then 'STALE_CLAIM'
      when status = 'done' then 'TASK_ALREADY_COMPLETED'
      when status = 'cancelled' then 'TASK_CANCELLED'
      when held_since is null or assigned_agent_id <> ${actorId} then 'NOT_CLAIM_HOLDER'
      when ${isLeaseOver} then 'STALE_CLAIM'
      when lease_seconds is null then 'keep'
      else 'apply' end`;

type Release = {
  actorKind: Expression;
  actorId: Expression;
  attempt: Expression;
  versions: Expression;
  holderId: Expression;
};

/**
 * An agent releases what it holds, others any task. With `holderId`, only what this agent still holds. A task that is
 * neither in progress nor needs attention stays as it is.
 */
export const decideRelease = ({ actorKind, actorId, attempt, versions, holderId }: Release): Sql => sql`case
      when ${isOtherAttempt(attempt, sql`case when ${actorKind} = 'agent' then ${actorId} else assigned_agent_id end`)}
        then 'STALE_CLAIM'
      when ${holderId}::text is not null and (held_since is null or assigned_agent_id <> ${holderId}::text) then 'keep'
      when status = 'done' then 'TASK_ALREADY_COMPLETED'
      when status = 'cancelled' then 'TASK_CANCELLED'
      when ${actorKind} = 'agent' and (held_since is null or assigned_agent_id <> ${actorId}) then 'NOT_CLAIM_HOLDER'
      when ${actorKind} = 'agent' and ${isLeaseOver} then 'STALE_CLAIM'
      when ${hasOtherVersion(versions)} then 'PRECONDITION_FAILED'
      when status = 'in_progress' or needs_attention is not null then 'apply'
      else 'keep' end`;

/** The lease of the claim has ended, and nobody has dealt with it. */
export const decideExpiry: Sql = sql`case when ${isLeaseOver} then 'apply' else 'keep' end`;

/** Takes back exactly this attempt. */
export const decideUndelivered = ({ agentId, attempt }: { agentId: Expression; attempt: Expression }): Sql =>
  sql`case when ${isOtherAttempt(attempt, agentId)} then 'keep' else 'apply' end`;

type Move = { actorKind: Expression; actorId: Expression; status: Expression; versions: Expression };

/**
 * Any status to any. An agent may not move what another agent holds or what needs attention, nor make another agent the
 * holder.
 */
export const decideMove = ({ actorKind, actorId, status, versions }: Move): Sql => sql`case
      when ${actorKind} = 'agent' and assigned_agent_id <> ${actorId} and held_since is not null then 'NOT_CLAIM_HOLDER'
      when ${actorKind} = 'agent' and assigned_agent_id <> ${actorId} and ${status}::task_status = 'in_progress'
        then 'TASK_ASSIGNED_TO_OTHER'
      when ${actorKind} = 'agent' and needs_attention is not null and status <> ${status}::task_status
        then 'TASK_NOT_CLAIMABLE'
      when ${hasOtherVersion(versions)} then 'PRECONDITION_FAILED'
      when status = ${status}::task_status then 'keep'
      else 'apply' end`;

type Update = { patch: Expression; versions: Expression; hasReferences: Sql };

/** A done or cancelled task keeps its assignee. */
export const decideUpdate = ({ patch, versions, hasReferences }: Update): Sql => sql`case
      when not (${hasReferences}) then 'VALIDATION_ERROR'
      when status in ('done', 'cancelled') and ${patch}::jsonb ? 'assignedAgentId'
        and ${patch}::jsonb ->> 'assignedAgentId' is distinct from assigned_agent_id
        then case status when 'done' then 'TASK_ALREADY_COMPLETED' else 'TASK_CANCELLED' end
      when ${hasOtherVersion(versions)} then 'PRECONDITION_FAILED'
      else 'apply' end`;

/** Whether the caller names versions, and the task has another one. */
function hasOtherVersion(versions: Expression): Sql {
  return sql`version <> all (${versions}::int[])`;
}

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

/** The condition that selects a task with which the statement responds, from `decidedTask`. */
export const isAccepted = raw(`decision in ('apply', 'keep')`);

type State = {
  status: Expression;
  assignee: Expression;
  heldSince: Expression;
  completedAt: Expression;
  /** The task's own when absent: no new claim. */
  attempt?: Sql;
  /** How long a heartbeat extends the lease, and when it ends; no lease when absent. */
  lease?: { seconds: Expression; expiresAt: Sql; checkAt?: Sql };
  /** How many leases in a row have expired; 0 when absent. */
  expiries?: Sql;
  /** Nothing when absent. */
  needsAttention?: Sql;
};

const none = raw('null');
const now = raw('clock_timestamp()');
const nextAttempt = raw('target.attempt + 1');

const after = (seconds: Expression) => sql`clock_timestamp() + make_interval(secs => ${seconds}::int)`;

/**
 * Sets all columns of a state. Check constraints read all of them, and PostgreSQL evaluates those on the row as the
 * statement found it, before it waited.
 */
const setState = (state: State): Sql => sql`
      status = ${state.status}, assigned_agent_id = ${state.assignee},
      held_since = ${state.heldSince},
      completed_at = ${state.completedAt},
      attempt = ${state.attempt ?? raw('target.attempt')},
      lease_seconds = ${state.lease?.seconds ?? none}, lease_expires_at = ${state.lease?.expiresAt ?? none},
      lease_check_at = ${state.lease?.checkAt ?? state.lease?.expiresAt ?? none},
      lease_expiries = ${state.expiries ?? raw('0')}, needs_attention = ${state.needsAttention ?? none},
      version = target.version + 1, updated_at = ${changedAt}`;

/** Each claim is an attempt of its own, with its own lease. */
export const setClaimed = (agentId: Expression, leaseSeconds: Expression): Sql =>
  setState({
    status: raw(`'in_progress'`),
    assignee: agentId,
    heldSince: now,
    completedAt: none,
    attempt: nextAttempt,
    lease: { seconds: sql`${leaseSeconds}::int`, expiresAt: after(leaseSeconds) },
    expiries: raw('target.lease_expiries'),
  });

/** What the agent did not hold, it has claimed and completed at once. */
export const setCompleted = (agentId: Expression): Sql =>
  setState({
    status: raw(`'done'`),
    assignee: agentId,
    heldSince: none,
    completedAt: now,
    attempt: raw('case when target.held_since is null then target.attempt + 1 else target.attempt end'),
  });

const open = { status: raw(`'todo'`), assignee: none, heldSince: none, completedAt: none };

export const setReleased = setState(open);

/** The last lease that a project allows leaves the task to a person. */
export const setExpired = setState({
  ...open,
  expiries: raw('target.lease_expiries + 1'),
  needsAttention: raw(`case when target.lease_expiries + 1 >= (
        select max_attempts from projects where id = target.project_id
      ) then 'attempts_exhausted' end`),
});

/** In `todo`, with the expired leases and the assigned agent that the task had before the claim. */
export const setUndelivered = setState({
  ...open,
  assignee: raw(`(
        select case when changes ? 'assignedAgentId' then null else target.assigned_agent_id end
        from events where subject_id = target.id and type = 'task.claimed'
          and (snapshot ->> 'attempt')::int = target.attempt
        order by xid desc, id desc limit 1)`),
  expiries: raw('target.lease_expiries'),
});

/** No change of the task: neither its version nor the time of its change. */
export const extendLease = sql`lease_expires_at = ${after(raw('target.lease_seconds'))}`;

/** Back to `todo` clears assignment and claim; to `in_progress`, the assigned agent becomes the holder. */
export const setMoved = ({ status }: Pick<Move, 'status'>): Sql =>
  setState({
    status: sql`${status}::task_status`,
    assignee: sql`case when ${status}::task_status <> 'todo' then target.assigned_agent_id end`,
    heldSince: sql`case when ${status}::task_status = 'in_progress' and target.assigned_agent_id is not null
        then clock_timestamp() end`,
    completedAt: none,
    attempt: sql`case when ${status}::task_status = 'in_progress' and target.assigned_agent_id is not null
        then target.attempt + 1 else target.attempt end`,
  });

/**
 * Another assignee of a held task takes over the claim, as a new attempt without a lease; without one, the task is
 * released.
 */
export const setAssigned = (assignee: Sql): Sql => {
  const isUnchanged = sql`${assignee} is not distinct from target.assigned_agent_id`;
  return setState({
    status: sql`case when target.held_since is not null and ${assignee} is null then 'todo' else target.status end`,
    assignee,
    heldSince: sql`case when target.status <> 'in_progress' or ${assignee} is null then null
        when ${assignee} = target.assigned_agent_id then target.held_since else clock_timestamp() end`,
    completedAt: raw('target.completed_at'),
    attempt: sql`case when target.status = 'in_progress' and not (${isUnchanged}) and ${assignee} is not null
        then target.attempt + 1 else target.attempt end`,
    lease: {
      seconds: sql`case when ${isUnchanged} then target.lease_seconds end`,
      expiresAt: sql`case when ${isUnchanged} then target.lease_expires_at end`,
      checkAt: sql`case when ${isUnchanged} then target.lease_check_at end`,
    },
    expiries: sql`case when ${isUnchanged} or target.held_since is null then target.lease_expiries else 0 end`,
    needsAttention: raw('target.needs_attention'),
  });
};
