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

/**
 * Claims a task at once, or else when one comes within the wait. Undefined without a task. Throws RATE_LIMITED or
 * PAUSED, unless the request has completed a task: then the next request gets the error.
 */
export async function claimOrWait(call: ClaimNextCall): Promise<Claimed | undefined> {
  const { ctx, input, signal } = call;
  if (signal?.aborted) return undefined;
  // Before the first claim, so that no task is missed that comes in between.
  const waiting = beginWaiting(call);
  const isRejected = waiting instanceof AppError;
  try {
    const first = claimFromQueue(ctx, input);
    const found = await (input.complete ? first.catch(ignorePause) : first);
    const task = found === 'releasedByCaller' ? undefined : found;
    // A request whose token has ended finds no task either, and must not wait.
    if (!task) await ctx.uncheckedToken?.check();
    if (task || !waiting || !ctx.place) return task;
    if (!isRejected) return await claimWhenWoken(call, waiting, ctx.place);
    if (!input.complete) throw waiting;
    return undefined;
  } finally {
    if (!isRejected) waiting?.leave();
  }
}

/**
 * Registers a waiting request. Undefined if the call does not wait; the error RATE_LIMITED if too many requests wait.
 */
function beginWaiting({ ctx, input, signal }: ClaimNextCall): WaitingRequest | AppError | undefined {
  const { projectId = null, priority = null, wait } = input;
  const { teamId, id: agentId } = ctx.actor;
  if (wait === 0 || !ctx.place || !signal) return undefined;
  return ctx.waitingAgents.add({ teamId, agentId, projectId, priority }, { waitMs: wait * 1_000, signal });
}

/**
 * Takes a place among the requests in flight and tries to claim; undefined without a task. Wakes another request
 * instead if there is no place, if the claim fails, or if the agent itself has released all tasks that there are: then
 * this request also waits behind all others.
 */
async function claimWithPlace(call: ClaimNextCall, waiting: WaitingRequest, place: RequestPlace) {
  let isOfferUsed = false;
  try {
    if (!(await place.enter()) || call.signal?.aborted) return undefined;
    const found = await claimFromQueue(call.ctx, call.input);
    isOfferUsed = found !== 'releasedByCaller';
    if (found !== 'releasedByCaller') return found;
    waiting.goToEnd();
    return undefined;
  } finally {
    if (!isOfferUsed) waiting.passOn();
  }
}

/**
 * Tries to claim whenever there may be a task, until it gets one. Undefined if the time is over or the client has left.
 * Goes on waiting after PAUSED, because the pause may end in time.
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
