import type { ClaimNextTask, Task } from '@crewboard/contracts';
import type { z } from 'zod';
import type { AgentActor } from '../../auth/actor.ts';
import { AppError } from '../../errors.ts';
import type { RequestPlace, VerbContext } from '../verb-context.ts';
import { completeTask } from './complete-task.ts';
import { type Claimed, claimFromQueue } from './queue/claim-from-queue.ts';
import type { WaitingRequest } from './queue/waiting-request.ts';
import { releaseUndelivered } from './release-undelivered.ts';
import { toTask } from './task-row.ts';

type Input = z.output<typeof ClaimNextTask>;
type Call = { ctx: VerbContext<AgentActor>; input: Input; signal?: AbortSignal | undefined };

/** The first task in the queue that matches and that nobody else is taking; undefined when there is none. */
async function claimFirst({ ctx, input }: Call): Promise<Claimed | undefined> {
  const { projectId = null, priority = null, leaseSeconds = null } = input;
  return claimFromQueue(ctx, { projectId, priority, leaseSeconds });
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
    if (!(await place.enter()) || call.signal?.aborted) return undefined;
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
    if (!(await waiting.wait())) return undefined;
    const task = await claimWithPlace(call, waiting, place);
    if (task) return task;
  }
}

/**
 * Claims at once, or else when a task comes within the wait. Throws RATE_LIMITED instead of 204 without a completion.
 */
async function claimInTime(call: Call): Promise<Claimed | undefined> {
  const { ctx, input, signal } = call;
  if (signal?.aborted) return undefined;
  const waiting = beginWaiting(call);
  const isRejected = waiting instanceof AppError;
  try {
    const task = await claimFirst(call);
    // One whose token has ended finds nothing either, and must not wait.
    if (!task) await ctx.uncheckedToken?.check();
    if (task || !waiting || !ctx.place) return task;
    if (!isRejected) return await claimWhenWoken(call, waiting, ctx.place);
    // Nothing was done, so that the error says so. After a completion the next request gets it.
    if (!input.complete) throw waiting;
    return undefined;
  } finally {
    if (!isRejected) waiting?.leave();
  }
}

/** With an Idempotency-Key: the completion is stored under it, and a repetition continues with the claim. */
const stage = 'completed';

async function completeFirst(ctx: Call['ctx'], complete: NonNullable<Input['complete']>): Promise<void> {
  const keyedRequest = ctx.keyedRequest && { ...ctx.keyedRequest, stage };
  if (keyedRequest?.reachedStage !== stage)
    await completeTask({ ctx: { ...ctx, keyedRequest }, input: complete });
  if (ctx.keyedRequest) ctx.keyedRequest.reachedStage = stage;
  // A result has up to 400 KB, and what calls a verb keeps the input while the request waits.
  complete.result = undefined;
  // The readers of the log are notified of it before the claim, which may wait or fail.
  ctx.changeNotifier.notify();
}

/**
 * Completes the finished task, if one is given, and then claims the next: two commits. If the completion is rejected,
 * its error is thrown and nothing is claimed. While it waits it has neither a connection nor a place among the
 * requests in flight. When too many requests wait it does not: then, without a task or a completion, it throws
 * RATE_LIMITED. A claim that the client is not told of ends, unless the client can repeat the request.
 */
export async function claimNextTask(call: Call): Promise<Task | undefined> {
  const { ctx, input } = call;
  if (input.complete) await completeFirst(ctx, input.complete);
  const claimed = await claimInTime(call);
  if (!claimed) {
    if (!input.complete) ctx.response.isUnchanged = true;
    return undefined;
  }
  const { task, wasAssigned } = claimed;
  if (!ctx.keyedRequest) {
    const claim = { taskId: task.id, agentId: ctx.actor.id, attempt: task.attempt, wasAssigned };
    ctx.whenUndelivered?.(() => releaseUndelivered(ctx, claim));
  }
  return toTask(task);
}
