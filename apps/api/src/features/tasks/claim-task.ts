import type { ClaimTask, Task } from '@crewboard/contracts';
import { type Expression, type Sql, sql } from '@crewboard/db';
import type { z } from 'zod';
import type { AgentActor } from '../../auth/actor.ts';
import { recordEvent } from '../events/record-event.ts';
import type { VerbContext } from '../verb-context.ts';
import { callActor, defineTaskChange, type TaskCall, toTaskCall } from './define-task-change.ts';
import { assertAccepted } from './task-errors.ts';
import { taskRow, toTask } from './task-row.ts';
import { decideClaim, isTarget, setClaimed } from './task-rules.ts';

type Call = { ctx: VerbContext<AgentActor>; input: z.output<typeof ClaimTask> };

type CallColumns = { actorId: Expression; leaseSeconds: Expression };

/** CTEs that give the locked task of each call in `target` to the agent of the call, and record the event. */
export const claimTarget = ({ actorId, leaseSeconds }: CallColumns, columns: Sql): Sql => sql`
  claimed as (
    update tasks set ${setClaimed(actorId, leaseSeconds)}
    from target where ${isTarget}
    returning tasks.*, ${columns}
  ),
  event as (${recordEvent({
    actor: callActor('claimed'),
    type: 'task.claimed',
    subject: 'task',
    snapshot: taskRow.snapshot,
    before: 'target',
    after: 'claimed',
    changes: taskRow.changes('target', 'claimed', ['status', 'assignedAgentId']),
  })})`;

/** One conditional statement decides the race: of many claims of a task, exactly one finds it claimable. */
const claim = defineTaskChange<TaskCall & { leaseSeconds: number | null }>({
  name: 'tasks.claim',
  types: { leaseSeconds: 'int' },
  decision: decideClaim,
  change: ({ fields, columns }) => claimTarget(fields, columns('target')),
  changed: 'claimed',
});

/**
 * Gives the task to the calling agent and to nobody else: every other claim is rejected with a 409. With
 * `leaseSeconds`, until the lease ends.
 */
export async function claimTask({ ctx, input }: Call): Promise<Task> {
  const { taskId, leaseSeconds = null } = input;
  const task = await claim(ctx, { ...toTaskCall(ctx, taskId), leaseSeconds });
  return toTask(assertAccepted(task, ctx.actor.id));
}
