import {
  decideDue,
  decideExpiry,
  decideUnassignment,
  decideWithdrawal,
  type TaskState,
} from '@crewboard/contracts';
import {
  defineStatement,
  type Expression,
  type Queryable,
  queryMany,
  queryOne,
  raw,
  sql,
} from '@crewboard/db';
import type { Batches } from '#src/batching/batches.ts';
import type { TeamDatabases } from '#src/limits/team-databases.ts';
import { systemWriter } from '../../events/record-event.ts';
import { type ChangeContext, type ChangeRequest, changeIfThere } from '../change/change-task.ts';
import { asAssigned, pausedReason } from '../change/pauses.ts';
import { maxAttemptsOf, nextFactsOf, type SeenTask } from '../change/read-task.ts';
import type { TaskArrivals } from '../queue/task-arrivals.ts';
import { checkStaleTimes, lateRequests } from './check-stale-times.ts';
import { batchSize, type Due, dueTasks, nextDueAt } from './due-tasks.ts';

/** After a pause, claims that were decided before are written for up to 2 s. */
const lastWrites = raw(`interval '3 seconds'`);

type Leased = { taskId: string; teamId: string; agentId: string; attempt: number };
type OfDeparted = { taskId: string; teamId: string; memberId: string };

/**
 * The leased tasks of agents that were deactivated a short time ago; of earlier ones, earlier rounds have released
 * them. `offset 0` makes PostgreSQL look up what each agent holds; for many agents it would read the table. `coalesce` keeps it from the index
 * of all leases.
 */
const ofInactive = (since: Expression) => sql`
  select held.id as "taskId", held.team_id as "teamId", agents.id as "agentId", held.attempt
  from agents cross join lateral (
    select id, team_id, attempt from tasks
    where assigned_agent_id = agents.id and status = 'in_progress' and archived_at is null and coalesce(lease_seconds, 0) > 0
    offset 0
  ) as held
  where agents.status = 'inactive' and agents.updated_at > now() - ${since}::interval
  limit ${raw(String(batchSize))}`;

/** The open tasks of people who have left their team. `offset 0`: as above. */
const ofDeparted = sql`
  select task.id as "taskId", departed.team_id as "teamId", departed.user_id as "memberId"
  from departed_members as departed cross join lateral (
    select id from tasks
    where team_id = departed.team_id and assigned_member_id = departed.user_id and status in ('todo', 'in_progress')
      and archived_at is null
    offset 0
  ) as task
  where not exists (select from members where (team_id, user_id) = (departed.team_id, departed.user_id))
  limit ${raw(String(batchSize))}`;

/**
 * Those who left a minute ago, in which a request that had seen them as members may still have assigned a task. Their
 * tasks are unassigned, or they have joined again.
 */
const forgetDeparted = defineStatement<object, object>(
  () => sql`delete from departed_members where left_at < now() - interval '1 minute'`,
);

/**
 * What is held of paused agents, projects and teams whose grace is over, with a lease or without. An index has what each of
 * them holds.
 */
const ofPaused = sql`
  select distinct on (held.id) held.id as "taskId", held.team_id as "teamId", held.assigned_agent_id as "agentId",
    held.attempt
  from pauses cross join lateral (
    select id, team_id, assigned_agent_id, attempt from tasks
    where subject_type = 'agent' and assigned_agent_id = subject_id and status = 'in_progress' and archived_at is null
    union all
    select id, team_id, assigned_agent_id, attempt from tasks
    where subject_type = 'project' and project_id = subject_id and status = 'in_progress' and archived_at is null
      and held_since is not null
    union all
    select id, team_id, assigned_agent_id, attempt from tasks
    where subject_type = 'team' and team_id = subject_id and status = 'in_progress' and archived_at is null
      and held_since is not null
    offset 0
  ) as held
  where pauses.release_at <= now()
  limit ${raw(String(batchSize))}`;

/**
 * `nextInMs`: when the next task, or end of a grace, is to be looked at that is not due. `releasedUntil`: pauses whose grace
 * was over by then had all their claims in this round, as no claim that was decided before the pause is written later.
 */
type Work = {
  due: Due[];
  ofInactive: Leased[];
  ofDeparted: OfDeparted[];
  hasDeparted: boolean;
  ofPaused: Leased[];
  releasedUntil: string | null;
  hasStaleChecks: boolean;
  nextInMs: number | null;
};

/** One statement, because nothing is to be done in most rounds. */
export const leaseWorkStatement = defineStatement<{ since: string }, Work>(
  ({ since }) => sql`
  select (select coalesce(jsonb_agg(due), '[]') from (${dueTasks}) as due) as due,
    (select coalesce(jsonb_agg(leased), '[]') from (${ofInactive(since)}) as leased) as "ofInactive",
    (select coalesce(jsonb_agg(task), '[]') from (${ofDeparted}) as task) as "ofDeparted",
    exists (select from departed_members) as "hasDeparted",
    (select coalesce(jsonb_agg(held), '[]') from (${ofPaused}) as held) as "ofPaused",
    (select max(release_at) from pauses where release_at <= now() - ${lastWrites}) as "releasedUntil",
    exists (select from stale_checks where begun_at < now() - ${lateRequests}) as "hasStaleChecks",
    (extract(epoch from next.check_at - now()) * 1000)::float8 as "nextInMs"
  from (
    select least(
      ${nextDueAt},
      (select min(release_at) from pauses where release_at > now()),
      (select min(begun_at) + ${lateRequests} from stale_checks where begun_at > now() - ${lateRequests})
    ) as check_at
  ) as next`,
);

/**
 * Leases that were extended are looked at again when they end. Those that somebody changes right now come next time.
 */
const postponeChecks = defineStatement<{ taskIds: string[] }, object>(
  ({ taskIds }) => sql`
  update tasks set check_at = lease_expires_at
  where id in (select id from tasks where id = any(${taskIds}) for no key update skip locked)
    and lease_expires_at > check_at`,
);

/** The claims of these pauses are released: the next rounds do not look for them. */
const finishReleases = defineStatement<{ until: string }, object>(
  ({ until }) => sql`update pauses set release_at = null where release_at <= ${until}`,
);

/** How the service itself changes tasks of a team. */
export type SystemOf = (teamId: string) => ChangeContext;

export const createSystemOf =
  (teamDatabases: Pick<TeamDatabases, 'of'>, batches: Batches): SystemOf =>
  (teamId) => ({
    ...{ db: teamDatabases.of(teamId), batches },
    ...systemWriter(teamId),
  });

/** `isArrival`: waiting agents may get it now that could not before. */
type Ended = { teamId: string; task: TaskState | undefined; isArrival: boolean };

/** Undefined where the lease was extended or ended meanwhile, or the task was deleted: then somebody else has dealt with it. */
async function end(
  ctx: ChangeContext,
  taskId: string,
  decide: ChangeRequest['decide'],
  reads: Pick<ChangeRequest, 'readsPausesOf' | 'readsAttemptLimit' | 'readsNextFacts'> = {},
): Promise<Ended> {
  let before: SeenTask | undefined;
  const changed = await changeIfThere(ctx, taskId, {
    decide(seen, now) {
      before = seen;
      return decide(seen, now);
    },
    ...reads,
  });
  const { teamId } = ctx.actor;
  if (!changed) return { teamId, task: undefined, isArrival: false };
  const { task, isChanged } = changed;
  // Of a task that stays in the queue most checks change only the time of the next one, for which nobody is to be woken.
  const isArrival = !before?.inQueue || String(before.releasedBy) !== String(task.releasedBy);
  return { teamId, task: isChanged ? task : undefined, isArrival };
}

/** Its time has come: from now on claim-next hands it out, or it is stale. */
const lookAt = (systemOf: SystemOf, { taskId, teamId }: Due): Promise<Ended> =>
  end(systemOf(teamId), taskId, (task, now) => decideDue(task, nextFactsOf(task), now), {
    readsNextFacts: true,
  });

const expire = (systemOf: SystemOf, { taskId, teamId }: Due): Promise<Ended> =>
  end(
    systemOf(teamId),
    taskId,
    (task, now) => decideExpiry(task, { maxAttempts: maxAttemptsOf(task) }, now),
    { readsAttemptLimit: true },
  );

/** Its attempt, and no later one of the agent when it is active again. */
const release = (systemOf: SystemOf, { taskId, teamId, agentId, attempt }: Leased): Promise<Ended> =>
  end(systemOf(teamId), taskId, (task) =>
    decideWithdrawal(task, { agentId, attempt, reason: 'The agent was deactivated.' }),
  );

const unassign = (systemOf: SystemOf, { taskId, teamId, memberId }: OfDeparted): Promise<Ended> =>
  end(systemOf(teamId), taskId, (task) => decideUnassignment(task, { memberId }));
/** Its attempt, unless what was paused is resumed. */
const releasePaused = (systemOf: SystemOf, { taskId, teamId, agentId, attempt }: Leased): Promise<Ended> =>
  end(
    systemOf(teamId),
    taskId,
    (task) => {
      const pause = task.pauses?.find(({ isDue }) => isDue);
      if (!pause) return 'keep';
      return decideWithdrawal(task, { agentId, attempt, reason: pausedReason(pause) });
    },
    { readsPausesOf: asAssigned },
  );

const isStale = (result: PromiseSettledResult<Ended>): boolean =>
  result.status === 'fulfilled' && result.value.task?.attention === 'stale';

type Round = {
  /** Of how many tasks the log tells, and of how many of them the lease expired. */
  count: number;
  expired: number;
  /** There are more. */
  isFull: boolean;
  /**
   * When the next lease is to be looked at: at once after a round that found some, as these may be extended or
   * locked.
   */
  nextInMs: number | null;
  /** Why some could not be ended; the others were. */
  failure: unknown;
};

/**
 * Ends the leases that are over, puts tasks into the queue whose time has come, and finds out which are stale: at most 200, each if
 * its task is as it was read. Releases
 * the leased tasks of agents that were deactivated within `since`, and what is held of paused ones once their grace is
 * over; unassigns the tasks of people who left. Any number of processes may do this at once.
 */
export async function endLeases(
  db: Queryable,
  systemOf: SystemOf,
  taskArrivals: TaskArrivals,
  since = '1 minute',
): Promise<Round> {
  const work = await queryOne(db, leaseWorkStatement, { since });
  if (!work) throw new Error('What is to be done is one row.');
  const { due, ofInactive, ofDeparted, ofPaused, releasedUntil } = work;
  const waiting = due.filter(({ isExpired }) => isExpired === null);
  const expired = due.filter(({ isExpired }) => isExpired);
  const extended = due.filter(({ isExpired }) => isExpired === false).map(({ taskId }) => taskId);
  if (extended.length > 0) await queryMany(db, postponeChecks, { taskIds: extended });
  const results = await Promise.allSettled([
    ...waiting.map((task) => lookAt(systemOf, task)),
    ...expired.map((lease) => expire(systemOf, lease)),
    ...ofInactive.map((lease) => release(systemOf, lease)),
    ...ofDeparted.map((task) => unassign(systemOf, task)),
    ...ofPaused.map((lease) => releasePaused(systemOf, lease)),
  ]);
  const ended = { lookedAt: 0, expired: 0, released: 0 };
  const kindOf = (index: number) => {
    if (index < waiting.length) return 'lookedAt';
    return index < waiting.length + expired.length ? 'expired' : 'released';
  };
  for (const [index, result] of results.entries()) {
    if (result.status === 'rejected' || !result.value.task) continue;
    const { teamId, task, isArrival } = result.value;
    if (isArrival) taskArrivals.report(teamId, task);
    ended[kindOf(index)] += 1;
  }
  // What is due already comes first.
  const hasRoom = due.length < batchSize;
  const isChecking = work.hasStaleChecks && (!hasRoom || (await checkStaleTimes(db)));
  if (work.hasDeparted && ofDeparted.length === 0) await queryMany(db, forgetDeparted, {});
  const failure = results.find((result) => result.status === 'rejected')?.reason;
  if (releasedUntil && ofPaused.length < batchSize && !failure)
    await queryMany(db, finishReleases, { until: releasedUntil });
  const stale = results.slice(0, waiting.length).filter(isStale).length;
  const count = ended.expired + ended.released + stale;
  return {
    count,
    expired: ended.expired,
    isFull: results.length >= batchSize || isChecking,
    nextInMs: due.length > 0 ? 0 : work.nextInMs,
    failure,
  };
}
