import type { ClaimNextTask } from '@crewboard/contracts';
import type { z } from 'zod';
import type { AgentActor } from '#src/auth/actor.ts';
import { AppError } from '#src/errors.ts';
import type { RequestPlace, VerbContext } from '../../verb-context.ts';
import { type Claimed, claimFromQueue } from './claim-from-queue.ts';
import type { WaitingRequest } from './waiting-request.ts';

export type ClaimNextCall = {
  ctx: VerbContext<AgentActor>;
  input: z.output<typeof ClaimNextTask>;
  /** Aborted when the client leaves. Absent where the transport cannot tell. */
  signal?: AbortSignal | undefined;
};

/** The first task in the queue that matches and that nobody else is taking; see `claimFromQueue` where there is none. */
async function claimFirst({ ctx, input }: ClaimNextCall) {
  const { projectId = null, priority = null, leaseSeconds = null } = input;
  return claimFromQueue(ctx, { projectId, priority, leaseSeconds });
}

/** RATE_LIMITED where too many requests wait. Undefined where this one does not. */
function beginWaiting({ ctx, input, signal }: ClaimNextCall): WaitingRequest | AppError | undefined {
  const { projectId = null, priority = null, wait } = input;
  const { teamId, id: agentId } = ctx.actor;
  if (wait === 0 || !ctx.place || !signal) return undefined;
  return ctx.waitingAgents.add({ teamId, agentId, projectId, priority }, { waitMs: wait * 1_000, signal });
}

/**
 * Undefined when there is no task. Without a place, if the claim fails, or where its agent has released the tasks that there
 * are, another request is woken instead: in the last case also the next time, before this one.
 */
async function claimWithPlace(call: ClaimNextCall, waiting: WaitingRequest, place: RequestPlace) {
  let hasLooked = false;
  try {
    if (!(await place.enter()) || call.signal?.aborted) return undefined;
    const found = await claimFirst(call);
    hasLooked = found !== 'forOthers';
    if (found !== 'forOthers') return found;
    waiting.goToEnd();
    return undefined;
  } finally {
    if (!hasLooked) waiting.passOn();
  }
}

/**
 * Claims whenever there may be a task, until there is one. Undefined when the time is over or the client has left. What is
 * paused meanwhile may be resumed in time.
 */
async function claimWhenWoken(call: ClaimNextCall, waiting: WaitingRequest, place: RequestPlace) {
  for (;;) {
    place.leave();
    if (!(await waiting.wait())) return undefined;
    const task = await claimWithPlace(call, waiting, place).catch(ignorePause);
    if (task) return task;
  }
}

function ignorePause(error: unknown): undefined {
  if (!(error instanceof AppError && error.code === 'PAUSED')) throw error;
}

/**
 * Claims at once, or else when a task comes within the wait. Throws RATE_LIMITED or PAUSED instead of 204 without a completion.
 */
export async function claimOrWait(call: ClaimNextCall): Promise<Claimed | undefined> {
  const { ctx, input, signal } = call;
  if (signal?.aborted) return undefined;
  const waiting = beginWaiting(call);
  const isRejected = waiting instanceof AppError;
  try {
    const first = claimFirst(call);
    // After a completion the next request gets the error.
    const found = await (input.complete ? first.catch(ignorePause) : first);
    const task = found === 'forOthers' ? undefined : found;
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
