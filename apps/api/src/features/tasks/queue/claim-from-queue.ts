import { setTimeout as sleep } from 'node:timers/promises';
import { type ClaimNextTask, decideClaim } from '@crewboard/contracts';
import type { z } from 'zod';
import type { AgentActor } from '#src/auth/actor.ts';
import { AppError } from '#src/errors.ts';
import { deadlineOf } from '#src/limits/team-databases.ts';
import type { VerbContext } from '../../verb-context.ts';
import { decideAndWrite } from '../change/change-task.ts';
import { pausedError } from '../change/pauses.ts';
import type { SeenTask } from '../change/read-task.ts';
import type { StoredTask } from '../task-row.ts';
import { findInQueue, findInQueueWithStops, finishClaiming, hasFoundStops } from './find-in-queue.ts';

type Input = Pick<z.output<typeof ClaimNextTask>, 'projectId' | 'priority' | 'leaseSeconds'>;
/** `wasAssigned`: the task was assigned to the agent before the claim. */
export type Claimed = { task: StoredTask; wasAssigned: boolean };

/**
 * Claims the first matching task in the queue that nobody else is changing. Undefined if there is none, or if the
 * unchecked token has ended; `releasedByCaller` if there are only tasks that the agent has released lately. Looks again
 * if another claim was faster. Throws PAUSED, and UNAVAILABLE after 5 s.
 */
export async function claimFromQueue(
  ctx: VerbContext<AgentActor>,
  input: Input,
): Promise<Claimed | 'releasedByCaller' | undefined> {
  const { projectId = null, priority = null, leaseSeconds = null } = input;
  const { teamId, id: actorId } = ctx.actor;
  const deadline = deadlineOf(ctx.db);
  /** The ids of tasks whose claim came too late. */
  const lostIds: string[] = [];
  while (performance.now() < deadline) {
    const tokenHash = ctx.uncheckedToken?.hashToCheck ?? null;
    // Skip tasks that were lost twice: others keep changing them.
    const excludedIds = lostIds.filter((id, index) => lostIds.indexOf(id) < index);
    const call = { teamId, actorId, tokenHash, projectId, priority, excludedIds };
    const scope = projectId === null ? 'team' : 'project';
    let found = await ctx.batches.run(findInQueue[scope], call);
    // Teams with stops, such as pauses, need a statement that costs more.
    if (hasFoundStops(found)) found = await ctx.batches.run(findInQueueWithStops[scope], call);
    // The token has ended.
    if (found === undefined) return undefined;
    ctx.uncheckedToken?.confirm();
    if (found === null) return undefined;
    if (found === 'releasedByCaller') return found;
    if (found === 'retry') continue;
    if (Array.isArray(found)) throw pausedError(found);
    const task = await claim(ctx, found, leaseSeconds);
    if (task) return { task, wasAssigned: found.assignedAgentId !== null };
    lostIds.push(found.id);
    // Wait, because the other change may not be committed yet.
    await sleep(2);
  }
  throw new AppError('UNAVAILABLE', 'Others are claiming these tasks right now. Try again in a moment.');
}

/** Undefined if another change of the task was faster. */
async function claim(ctx: VerbContext<AgentActor>, found: SeenTask, leaseSeconds: number | null) {
  const call = { agentId: ctx.actor.id, leaseSeconds, versions: null };
  try {
    const changed = await decideAndWrite(ctx, found, { decide: (task, now) => decideClaim(task, call, now) });
    return typeof changed === 'string' ? undefined : changed.task;
  } finally {
    finishClaiming(found.id);
  }
}
