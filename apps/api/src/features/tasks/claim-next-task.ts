import { decideUndelivered, type Task } from '@crewboard/contracts';
import { systemIn } from '../../auth/actor.ts';
import type { VerbContext } from '../verb-context.ts';
import { changeTask } from './change/change-task.ts';
import { completeTask } from './complete-task.ts';
import { type ClaimNextCall, claimOrWait } from './queue/claim-or-wait.ts';
import { toTask } from './task-row.ts';

/**
 * Completes the finished task, if one is given, and then claims the next: two commits. If the completion is rejected,
 * its error is thrown and nothing is claimed. A waiting request has neither a connection nor a place among the requests
 * in flight. When too many requests wait, it does not wait: then, without a task or a completion, it throws
 * RATE_LIMITED. A claim ends if its response does not reach the client, unless the client can repeat the request.
 */
export async function claimNextTask(call: ClaimNextCall): Promise<Task | undefined> {
  const { ctx, input } = call;
  if (input.complete) await completeFirst(ctx, input.complete);
  const claimed = await claimOrWait(call);
  if (!claimed) {
    if (!input.complete) ctx.response.isUnchanged = true;
    return undefined;
  }
  const { task, wasAssigned } = claimed;
  if (!ctx.keyedRequest) {
    const claim = { taskId: task.id, agentId: ctx.actor.id, attempt: task.attempt, wasAssigned };
    // Create the function in a variable: V8 puts a function that is created for a property among the old objects.
    const undo = () => releaseUndelivered(ctx, claim);
    ctx.response.undo = undo;
    ctx.whenUndelivered?.(undo);
  }
  return toTask(task);
}

type Complete = NonNullable<ClaimNextCall['input']['complete']>;

/** With an Idempotency-Key, the completion is stored as this stage: a repetition goes on with the claim. */
const stage = 'completed';

async function completeFirst(ctx: ClaimNextCall['ctx'], complete: Complete): Promise<void> {
  const keyedRequest = ctx.keyedRequest && { ...ctx.keyedRequest, stage };
  if (keyedRequest?.reachedStage !== stage)
    await completeTask({ ctx: { ...ctx, keyedRequest }, input: complete });
  if (ctx.keyedRequest) ctx.keyedRequest.reachedStage = stage;
  // Free the result, which has up to 400 KB: the caller keeps the input while the request waits.
  complete.result = undefined;
  // Notify now, because the claim may wait or fail.
  ctx.changeNotifier.notify();
}

type Claim = { taskId: string; agentId: string; attempt: number; wasAssigned: boolean };

/**
 * Takes back a claim whose response did not reach the agent: the task is in the queue as before. Applies to this
 * attempt alone: a claim that has ended since, or a later one, stays as it is.
 */
export async function releaseUndelivered(ctx: VerbContext, { taskId, ...claim }: Claim): Promise<void> {
  const { batches, db, requestId } = ctx;
  const { teamId } = ctx.actor;
  const system = { batches, db, requestId, actor: systemIn(teamId) };
  const { task, isChanged } = await changeTask(system, taskId, {
    decide: (task) => decideUndelivered(task, claim),
  });
  if (!isChanged) return;
  ctx.changeNotifier.notify();
  ctx.taskArrivals.report(teamId, task);
}
