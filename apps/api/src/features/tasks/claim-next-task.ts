import type { ClaimNextTask, Task, TaskPriority } from '@crewboard/contracts';
import {
  defineStatement,
  type Expression,
  join,
  queryOne,
  raw,
  type Sql,
  type Statement,
  sql,
} from '@crewboard/db';
import type { z } from 'zod';
import type { AgentActor } from '../../auth/actor.ts';
import { AppError } from '../../errors.ts';
import { trySubjectLock } from '../events/lock-subject.ts';
import { type EventActorParams, eventActorParams } from '../events/record-event.ts';
import type { RequestPlace, VerbContext } from '../verb-context.ts';
import { claimTarget } from './claim-task.ts';
import { completeTask } from './complete-task.ts';
import { type TaskRow, taskRow, toTask } from './task-row.ts';
import { isInQueue } from './task-rules.ts';
import type { WaitingRequest } from './waiting-request.ts';

type Input = z.output<typeof ClaimNextTask>;
type Call = { ctx: VerbContext<AgentActor>; input: Input; signal?: AbortSignal | undefined };

type Params = EventActorParams & {
  projectId: string | null;
  priority: TaskPriority | null;
  leaseSeconds: number | null;
};

type Scope = { name: 'team' | 'project'; is: (p: { teamId: Expression; projectId: Expression }) => Sql };

const team: Scope = { name: 'team', is: ({ teamId }) => sql`team_id = ${teamId}` };
/** Without a condition on the team of the tasks, whose index would read those of all its projects. */
const project: Scope = {
  name: 'project',
  is: ({ teamId, projectId }) =>
    sql`project_id = (select id from projects where id = ${projectId} and team_id = ${teamId})`,
};

/** In this order: a task of a lower priority is taken when there is none of a higher one. */
const priorities: readonly TaskPriority[] = ['high', 'normal', 'low'];

/**
 * The first task that nobody else is changing, as a subquery with one column. It locks each candidate before it looks
 * again, and takes no row lock: the log has the changes of a task in the order of these locks (ADR 0006).
 * `offset 0` keeps the lock out of the scan, so that it is tried in the order of the queue and no further. The order names
 * the assignee, one value, because PostgreSQL uses the order of the index behind "is null" only so.
 */
const firstFree = (conditions: Sql[]) => sql`(
      select id from (
        select id, version from tasks
        where ${join([...conditions, isInQueue], ' and ')}
        order by assigned_agent_id, rank, created_at, id offset 0
      ) as queue
      where case when ${trySubjectLock('tasks', raw('id'))} then is_current_version(id, version) end
      limit 1)`;

const defineClaimNext = (scope: Scope): Statement<Params, TaskRow> =>
  defineStatement<Params, TaskRow>((p) => {
    const candidates = priorities.flatMap((priority) => {
      const level = raw(`'${priority}'`);
      return [sql`assigned_agent_id = ${p.actorId}`, raw('assigned_agent_id is null')].map(
        (assignee) =>
          sql`case when coalesce(${p.priority}::task_priority, ${level}) = ${level} then ${firstFree([
            scope.is(p),
            assignee,
            sql`priority = ${level}`,
          ])} end`,
      );
    });
    // `coalesce` evaluates one after the other, and none after the first that finds a task.
    return sql`
  with candidate as materialized (
    select coalesce(
      ${join(candidates, ',\n      ')}
    ) as id
  ),
  target as (
    select *, 'apply' as decision from tasks where id = (select id from candidate) for no key update
  ),
  ${claimTarget(p)}
  select ${taskRow.columns('claimed')} from claimed`;
  });

/** One statement with a project and one without: each has its own index. */
export const claimNextStatements = { team: defineClaimNext(team), project: defineClaimNext(project) };

/** Claims the first task in the queue that matches and that nobody else is taking; undefined when there is none. */
async function claimFirst({ ctx, input }: Call): Promise<Task | undefined> {
  const { projectId = null, priority = null, leaseSeconds = null } = input;
  const statement = claimNextStatements[projectId === null ? 'team' : 'project'];
  const row = await queryOne(ctx.db, statement, {
    ...eventActorParams(ctx),
    projectId,
    priority,
    leaseSeconds,
  });
  return row && toTask(row);
}

/** RATE_LIMITED where too many requests wait. Undefined where this one does not. */
function beginWaiting({ ctx, input, signal }: Call): WaitingRequest | AppError | undefined {
  const { projectId = null, priority = null, wait } = input;
  const { teamId, id: agentId } = ctx.actor;
  if (wait === 0 || !ctx.place || !signal) return undefined;
  return ctx.waitingAgents.add({ teamId, agentId, projectId, priority }, { waitMs: wait * 1_000, signal });
}

/** Undefined when there is no task. Without a place, or if the claim fails, another request is woken instead. */
async function claimWithPlace(call: Call, waiting: WaitingRequest, place: RequestPlace) {
  let hasLooked = false;
  try {
    if (!(await place.enter())) return undefined;
    const task = await claimFirst(call);
    hasLooked = true;
    return task;
  } finally {
    if (!hasLooked) waiting.passOn();
  }
}

/** Claims whenever there may be a task, until there is one. Undefined when the time is over or the client has left. */
async function claimWhenWoken(call: Call, waiting: WaitingRequest, place: RequestPlace) {
  for (;;) {
    place.leave();
    // A waiting request keeps no connection.
    await call.ctx.keyedRequest?.commitStage(null);
    if (!(await waiting.wait())) return undefined;
    const task = await claimWithPlace(call, waiting, place);
    if (task) return task;
  }
}

/** Claims at once, or else when a task comes within the wait. Throws RATE_LIMITED instead of 204 without a completion. */
async function claimInTime(call: Call): Promise<Task | undefined> {
  const { ctx, input, signal } = call;
  if (signal?.aborted) return undefined;
  const waiting = beginWaiting(call);
  const isRejected = waiting instanceof AppError;
  try {
    const task = await claimFirst(call);
    if (task || !waiting || !ctx.place) return task;
    if (!isRejected) return await claimWhenWoken(call, waiting, ctx.place);
    // Nothing was done, so that the error says so. After a completion the next request gets it.
    if (!input.complete) throw waiting;
    return undefined;
  } finally {
    if (!isRejected) waiting?.leave();
  }
}

/** With an Idempotency-Key: the completion is committed, and a repetition continues with the claim. */
const completedStage = 'completed';

async function completeFirst(ctx: Call['ctx'], complete: NonNullable<Input['complete']>): Promise<void> {
  await ctx.keyedRequest?.begin();
  if (ctx.keyedRequest?.reachedStage !== completedStage) {
    await completeTask({ ctx, input: complete });
    await ctx.keyedRequest?.commitStage(completedStage);
  }
  // A result has up to 400 KB, and what calls a verb keeps the input while the request waits.
  complete.result = undefined;
  // The readers of the log hear of it before the claim, which may wait or fail.
  ctx.changeNotifier.notify();
}

/**
 * Completes the finished task, if one is given, and then claims the next: two commits. If the completion is rejected, its
 * error is thrown and nothing is claimed. While it waits it has neither a connection nor a place among the requests in
 * flight. When too many requests wait it does not: then, without a task or a completion, it throws RATE_LIMITED.
 */
export async function claimNextTask(call: Call): Promise<Task | undefined> {
  const { ctx, input } = call;
  if (input.complete) await completeFirst(ctx, input.complete);
  const task = await claimInTime(call);
  if (!task && !input.complete) ctx.response.isUnchanged = true;
  return task;
}
