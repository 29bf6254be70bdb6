import { defineStatement, type Queryable, queryMany, queryOne, raw, sql } from '@crewboard/db';
import pLimit from 'p-limit';
import { type EventActorParams, recordEvent } from '../events/record-event.ts';
import { releaseAs } from './release-task.ts';
import type { TaskArrivals } from './task-arrivals.ts';
import { type TaskRow, taskRow } from './task-row.ts';
import { decideExpiry, decideTask, isTarget, setExpired } from './task-rules.ts';

/** Tasks of one round. */
const batchSize = 200;
/** At once: a task that is locked by somebody else delays few others. */
const limit = pLimit(4);

type Leased = { taskId: string; teamId: string; agentId: string; isExpired: boolean };

/** Leases that are over, and those of agents that were deactivated. There are as many leases as agents at work. */
const selectEnded = defineStatement<object, Leased>(
  () => sql`
  select tasks.id as "taskId", tasks.team_id as "teamId", tasks.assigned_agent_id as "agentId",
    tasks.lease_expires_at <= clock_timestamp() as "isExpired"
  from tasks join agents on agents.id = tasks.assigned_agent_id
  where tasks.lease_seconds is not null
    and (tasks.lease_expires_at <= clock_timestamp() or agents.status = 'inactive')
  order by tasks.lease_expires_at limit ${raw(String(batchSize))}`,
);

const selectNextExpiry = defineStatement<object, { inMs: number | null }>(
  () => sql`
  select (extract(epoch from min(lease_expires_at) - clock_timestamp()) * 1000)::float8 as "inMs"
  from tasks where lease_seconds is not null`,
);

const expireLease = defineStatement<EventActorParams & { taskId: string }, TaskRow>(
  (p) => sql`
  with ${decideTask(p.taskId, p.teamId, decideExpiry)},
  expired as (
    update tasks set ${setExpired}
    from target where ${isTarget}
    returning tasks.*
  ),
  event as (${recordEvent({
    actor: p,
    type: 'task.lease_expired',
    subject: 'task',
    snapshot: taskRow.snapshot,
    before: 'target',
    after: 'expired',
  })})
  select ${taskRow.columns('expired')} from expired`,
);

const system = { actorKind: 'system', actorId: null, requestId: null } as const;

/** The task as it is now; undefined when its lease was extended or ended meanwhile. */
async function endLease(
  db: Queryable,
  { taskId, teamId, agentId, isExpired }: Leased,
): Promise<TaskRow | undefined> {
  if (isExpired) return queryOne(db, expireLease, { ...system, taskId, teamId });
  const reason = 'The agent was deactivated.';
  return releaseAs(db, { ...system, teamId, taskId, reason, holderId: agentId });
}

/**
 * Ends the leases that are over, and releases the leased tasks of deactivated agents: at most 200, each in a statement
 * of its own, in which the locked row decides. Any number of processes may do this at once. Returns how many there were,
 * and in how many milliseconds the next lease ends.
 */
export async function endLeases(
  db: Queryable,
  taskArrivals: TaskArrivals,
): Promise<{ count: number; isFull: boolean; nextInMs: number | null }> {
  const ended = await queryMany(db, selectEnded, {});
  const results = await Promise.allSettled(
    ended.map((lease) =>
      limit(async () => {
        const task = await endLease(db, lease);
        if (task) taskArrivals.report(lease.teamId, task);
      }),
    ),
  );
  const failure = results.find(({ status }) => status === 'rejected');
  if (failure) throw (failure as PromiseRejectedResult).reason;
  const next = await queryOne(db, selectNextExpiry, {});
  return { count: ended.length, isFull: ended.length === batchSize, nextInMs: next?.inMs ?? null };
}
