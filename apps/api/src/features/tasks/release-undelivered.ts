import { defineStatement, queryOne, raw, sql } from '@crewboard/db';
import { type EventActorParams, recordEvent } from '../events/record-event.ts';
import type { VerbContext } from '../verb-context.ts';
import { releasedFields } from './release-task.ts';
import { type ChangedTaskRow, changedTaskRow, taskRow } from './task-row.ts';
import { decideTask, decideUndelivered, isTarget, setUndelivered } from './task-rules.ts';

type Claim = { taskId: string; agentId: string; attempt: number };

const statement = defineStatement<EventActorParams & Claim, ChangedTaskRow>(
  (p) => sql`
  with ${decideTask(p.taskId, p.teamId, decideUndelivered(p))},
  released as (
    update tasks set ${setUndelivered}
    from target where ${isTarget}
    returning tasks.*
  ),
  event as (${recordEvent({
    actor: p,
    type: 'task.released',
    subject: 'task',
    snapshot: taskRow.snapshot,
    before: 'target',
    after: 'released',
    changes: sql`${releasedFields('released')} || ${raw(`'{"reason": {"before": null, "after": "undelivered"}}'`)}`,
  })})
  select ${changedTaskRow.columns('released')} from released`,
);

/**
 * Takes back a claim of which its agent was not told: the task is in the queue as before. Exactly this attempt; a claim
 * that has ended meanwhile, or a later one, stays as it is.
 */
export async function releaseUndelivered(
  { db, actor, requestId, changeNotifier, taskArrivals }: VerbContext,
  claim: Claim,
): Promise<void> {
  const { teamId } = actor;
  const task = await queryOne(db, statement, {
    ...{ teamId, actorKind: 'system', actorId: null, requestId },
    ...claim,
  });
  if (!task) return;
  changeNotifier.notify();
  taskArrivals.report(teamId, task);
}
