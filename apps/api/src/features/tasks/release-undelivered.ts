import { decideUndelivered } from '@crewboard/contracts';
import { systemIn } from '../../auth/actor.ts';
import type { VerbContext } from '../verb-context.ts';
import { changeTask } from './change/change-task.ts';

type Claim = { taskId: string; agentId: string; attempt: number; wasAssigned: boolean };

/**
 * Takes back a claim of which its agent was not told: the task is in the queue as before. Exactly this attempt; a claim
 * that has ended meanwhile, or a later one, stays as it is.
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
