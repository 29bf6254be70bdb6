import type { Task } from '@crewboard/contracts';
import { completeTask } from './complete-task.ts';
import { type ClaimNextCall, claimInTime } from './queue/claim-or-wait.ts';
import { releaseUndelivered } from './release-undelivered.ts';
import { toTask } from './task-row.ts';

type Complete = NonNullable<ClaimNextCall['input']['complete']>;

/** With an Idempotency-Key: the completion is stored under it, and a repetition continues with the claim. */
const stage = 'completed';

async function completeFirst(ctx: ClaimNextCall['ctx'], complete: Complete): Promise<void> {
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
export async function claimNextTask(call: ClaimNextCall): Promise<Task | undefined> {
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
    // A variable: V8 creates a function among the old objects if the expression assigns it to a property.
    const undo = () => releaseUndelivered(ctx, claim);
    ctx.response.undo = undo;
    ctx.whenUndelivered?.(undo);
  }
  return toTask(task);
}
