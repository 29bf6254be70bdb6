import { newId, type PooledConnection, queryMany, raw, sql } from '@crewboard/db';
import { recordEvent } from '../../../apps/api/src/features/events/record-event.ts';
import { type TaskRow, taskRow, toTask } from '../../../apps/api/src/features/tasks/task-row.ts';
import { setClaimed } from '../../../apps/api/src/features/tasks/task-rules.ts';
import type { Control } from './control.ts';
import { openGateway } from './gateway.ts';

const claimPath = /^\/api\/tasks\/([a-z0-9]+)\/claim$/;

/** A claim as the documentation of many libraries shows it: in one transaction, read the task, decide, write it. */
async function claim(
  connection: PooledConnection,
  taskId: string,
  agentId: string,
): Promise<TaskRow | undefined> {
  const [task] = await queryMany<{ isFree: boolean; teamId: string }>(
    connection,
    sql`select held_since is null and status = 'todo' and needs_attention is null and assigned_agent_id is null
          as "isFree", team_id as "teamId" from tasks where id = ${taskId}`,
  );
  if (!task?.isFree) return undefined;
  const actor = {
    ...{ teamId: sql`${task.teamId}`, actorKind: raw(`'agent'`), actorId: sql`${agentId}` },
    requestId: sql`${newId()}`,
  };
  const [claimed] = await queryMany<TaskRow>(
    connection,
    sql`
    with target as (select * from tasks where id = ${taskId}),
    claimed as (
      update tasks set ${setClaimed(sql`${agentId}`, raw('null'))} from target where tasks.id = target.id
      returning tasks.*
    ),
    event as (${recordEvent({
      ...{ actor, type: 'task.claimed', subject: 'task', snapshot: taskRow.snapshot },
      ...{ before: 'target', after: 'claimed' },
    })})
    select ${taskRow.columns('claimed')} from claimed`,
  );
  return claimed;
}

export const readThenUpdate: Control = {
  name: 'read-then-update',
  rule: 'one claim for each attempt',
  seconds: 12,
  faults: [],
  openGateway: ({ url, db, agentIdByToken }) =>
    openGateway(url, async (request, forward) => {
      const taskId = claimPath.exec(request.path)?.[1];
      const agentId = agentIdByToken.get(request.token ?? '');
      if (!taskId || !agentId) return forward(request);
      const connection = await db.pool.connect();
      try {
        await connection.query('begin');
        const row = await claim(connection, taskId, agentId);
        await connection.query('commit');
        const problem = { code: 'TASK_NOT_CLAIMABLE' };
        return row
          ? { status: 200, text: JSON.stringify(toTask(row)) }
          : { status: 409, text: JSON.stringify(problem) };
      } finally {
        connection.release(true);
      }
    }),
};
