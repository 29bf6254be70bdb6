import {
  decideDue,
  decideExpiry,
  decideUnassignment,
  decideWithdrawal,
  type TaskState,
} from '@crewboard/contracts';
import { defineStatement, type Queryable, queryMany, queryOne, sql } from '@crewboard/db';
import { type ChangeContext, type ChangeRequest, changeIfThere } from '../change/change-task.ts';
import { agentAndProjectOfTask, pausedReason } from '../change/pauses.ts';
import { maxAttemptsOf, nextFactsOf, type SeenTask } from '../change/read-task.ts';
import type { TaskArrivals } from '../queue/task-arrivals.ts';
import { checkStaleTimes } from './check-stale-times.ts';
import { batchSize } from './due-tasks.ts';
import { type DepartedTask, type HeldTask, sweepWorkStatement } from './sweep-work.ts';
import type { SystemContextOf } from './system-context.ts';

type Round = {
  /** The number of changes that have an event, and how many of them are the expiry of a lease. */
  count: number;
  expired: number;
  /** There may be more work. */
  isFull: boolean;
  /** When the next round has work: at once after due tasks were found, as these may be extended or locked. */
  nextInMs: number | null;
  /** Why some tasks could not be changed; the others were. */
  failure: unknown;
};

/**
 * One round of the lease sweeper, for at most 200 due tasks: ends expired leases, puts tasks into the queue whose time
 * has come, and marks stale ones. Also releases the leased tasks of agents that were deactivated within
 * `deactivatedWithin` (an interval of SQL) and the held tasks of pauses past their grace period, and unassigns the
 * tasks of people who left. Any number of processes may do this at once.
 */
export async function sweepTasks(
  db: Queryable,
  systemContextOf: SystemContextOf,
  taskArrivals: TaskArrivals,
  deactivatedWithin = '1 minute',
): Promise<Round> {
  const work = await queryOne(db, sweepWorkStatement, { deactivatedWithin });
  if (!work) throw new Error('The work of a round is one row.');
  const { due, heldByInactive, assignedToDeparted, heldDespitePause, releasedUntil } = work;
  const extended = due.filter(({ isExpired }) => isExpired === false).map(({ taskId }) => taskId);
  if (extended.length > 0) await queryMany(db, postponeChecks, { taskIds: extended });
  const change = (found: { taskId: string; teamId: string }, request: ChangeRequest) =>
    changeFound(systemContextOf(found.teamId), found.taskId, request);
  const withoutLease = due.filter(({ isExpired }) => isExpired === null);
  const withExpiredLease = due.filter(({ isExpired }) => isExpired);
  const [checked, expired, released] = await Promise.all([
    Promise.allSettled(withoutLease.map((task) => change(task, checkDue))),
    Promise.allSettled(withExpiredLease.map((task) => change(task, expire))),
    Promise.allSettled([
      ...heldByInactive.map((task) => change(task, releaseOfInactive(task))),
      ...assignedToDeparted.map((task) => change(task, unassign(task))),
      ...heldDespitePause.map((task) => change(task, releasePaused(task))),
    ]),
  ]);
  const results = [...checked, ...expired, ...released];
  for (const { teamId, task, isArrival } of changesOf(results))
    if (isArrival) taskArrivals.report(teamId, task);
  // Stale checks come last, because thousands may be due at once. A full round leaves them to the next one.
  const isFullOfDue = due.length >= batchSize;
  const hasMoreStaleChecks = work.hasStaleChecks && (isFullOfDue || (await checkStaleTimes(db)));
  if (work.hasDeparted && assignedToDeparted.length === 0) await queryMany(db, forgetDeparted, {});
  const failure = results.find((result) => result.status === 'rejected')?.reason;
  if (releasedUntil && heldDespitePause.length < batchSize && !failure)
    await queryMany(db, finishReleases, { until: releasedUntil });
  const expiredCount = changesOf(expired).length;
  const staleCount = changesOf(checked).filter(({ task }) => task.attention === 'stale').length;
  return {
    count: expiredCount + changesOf(released).length + staleCount,
    expired: expiredCount,
    isFull: results.length >= batchSize || hasMoreStaleChecks,
    nextInMs: due.length > 0 ? 0 : work.nextInMs,
    failure,
  };
}

/** A task that this round has changed. `isArrival`: agents that could not get it before may get it now. */
type SweptTask = { teamId: string; task: TaskState; isArrival: boolean };
type Result = PromiseSettledResult<SweptTask | undefined>;

const changesOf = (results: Result[]): SweptTask[] =>
  results.flatMap((result) => (result.status === 'fulfilled' && result.value) || []);

/** Undefined where nothing is left to change: others have changed or deleted the task since it was found. */
async function changeFound(
  ctx: ChangeContext,
  taskId: string,
  request: ChangeRequest,
): Promise<SweptTask | undefined> {
  let before: SeenTask | undefined;
  const changed = await changeIfThere(ctx, taskId, {
    ...request,
    decide(seen, now) {
      before = seen;
      return request.decide(seen, now);
    },
  });
  if (!changed?.isChanged) return undefined;
  const { task } = changed;
  // Most checks of a task in the queue change only the time of the next check, which concerns no waiting agent.
  const isArrival = !before?.inQueue || String(before.releasedBy) !== String(task.releasedBy);
  return { teamId: ctx.actor.teamId, task, isArrival };
}

/** From now on claim-next hands the task out, or it is stale. */
const checkDue: ChangeRequest = {
  decide: (task, now) => decideDue(task, nextFactsOf(task), now),
  readsNextFacts: true,
};

const expire: ChangeRequest = {
  decide: (task, now) => decideExpiry(task, { maxAttempts: maxAttemptsOf(task) }, now),
  readsAttemptLimit: true,
};

/** Names the attempt, because the agent may have claimed the task again after it was reactivated. */
const releaseOfInactive = ({ agentId, attempt }: HeldTask): ChangeRequest => ({
  decide: (task) => decideWithdrawal(task, { agentId, attempt, reason: 'The agent was deactivated.' }),
});

const unassign = ({ memberId }: DepartedTask): ChangeRequest => ({
  decide: (task) => decideUnassignment(task, { memberId }),
});

/** Keeps a task whose pause has been resumed since it was found. */
const releasePaused = ({ agentId, attempt }: HeldTask): ChangeRequest => ({
  decide(task) {
    const pause = task.pauses?.find(({ isDue }) => isDue);
    return pause ? decideWithdrawal(task, { agentId, attempt, reason: pausedReason(pause) }) : 'keep';
  },
  readsStopsOf: agentAndProjectOfTask,
});

/** Checks extended leases again at their new end. Skips rows that others are changing: the next round finds them. */
const postponeChecks = defineStatement<{ taskIds: string[] }, object>(
  ({ taskIds }) => sql`
  update tasks set check_at = lease_expires_at
  where id in (select id from tasks where id = any(${taskIds}) for no key update skip locked)
    and lease_expires_at > check_at`,
);

/** The claims of these pauses are released: later rounds do not look for them. */
const finishReleases = defineStatement<{ until: string }, object>(
  ({ until }) => sql`update pauses set release_at = null where release_at <= ${until}`,
);

/** Waits a minute, in which a request that read the person as a member may still assign a task. */
const forgetDeparted = defineStatement<object, object>(
  () => sql`delete from departed_members where left_at < now() - interval '1 minute'`,
);
