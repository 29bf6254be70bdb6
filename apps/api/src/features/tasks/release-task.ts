import type { ReleaseTask, Task } from '@crewboard/contracts';
import { type Queryable, sql } from '@crewboard/db';
import type { z } from 'zod';
import { type EventActorParams, eventActorParams, recordEvent } from '../events/record-event.ts';
import { defineKeyedStatement, queryKeyed } from '../idempotency/keep-response.ts';
import type { VerbContext } from '../verb-context.ts';
import { assertAccepted } from './task-errors.ts';
import { changedTaskRow, type DecidedTask, taskRow, toTask } from './task-row.ts';
import { decidedTask, decideRelease, decideTask, isAccepted, isTarget, setReleased } from './task-rules.ts';

type Call = { ctx: VerbContext; input: z.output<typeof ReleaseTask> };
type Release = EventActorParams & {
  taskId: string;
  reason: string | null;
  attempt?: number | undefined;
  versions?: readonly number[] | null;
  /** Releases only what this agent holds. */
  holderId?: string;
};

/** SQL: what differs in a task that is back in `todo`. */
export const releasedFields = (released: string) =>
  taskRow.changes('target', released, ['status', 'assignedAgentId', 'needsAttention']);

const statement = defineKeyedStatement<Release, DecidedTask>(
  (p, keepResponse) => sql`
  with ${decideTask(p.taskId, p.teamId, decideRelease(p))},
  released as (
    update tasks set ${setReleased}
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
    changes: sql`${releasedFields('released')} || case when ${p.reason}::text is null then '{}'
      else jsonb_build_object('reason', jsonb_build_object('before', null, 'after', ${p.reason}::text)) end`,
  })})${keepResponse(taskRow.json('task'), sql`${decidedTask('released')} where ${isAccepted}`)}
  select ${changedTaskRow.columns('task')}, decision from ${decidedTask('released')}`,
);

/** Releases a task for the actor in the parameters, a caller or the service itself. Undefined: there is no such task. */
export const releaseAs = (
  ctx: { db: Queryable; keyedRequest?: VerbContext['keyedRequest'] },
  release: Release,
): Promise<DecidedTask | undefined> => queryKeyed(ctx, statement, release);

/**
 * Back to `todo`, for others to claim: an agent what it holds, a person or key any task. Also clears
 * `needsAttention`.
 */
export async function releaseTask({ ctx, input }: Call): Promise<Task> {
  const { taskId, reason, attempt } = input;
  const row = await releaseAs(ctx, {
    ...eventActorParams(ctx),
    taskId,
    reason: reason || null,
    attempt,
    versions: ctx.ifMatch,
  });
  const task = assertAccepted(row, ctx.actor.id);
  ctx.taskArrivals.report(ctx.actor.teamId, task);
  return toTask(task);
}
