import { newId, type PooledConnection, queryMany, raw, type Sql, sql } from '@crewboard/db';
import { recordEvent } from '../../../apps/api/src/features/events/record-event.ts';
import { type TaskRow, taskRow, toTask } from '../../../apps/api/src/features/tasks/task-row.ts';
import type { Control } from './control.ts';
import { type GatewayRequest, openGateway } from './gateway.ts';

const claimPath = /^\/api\/tasks\/([a-z0-9]+)\/claim$/;
const claimNextPath = /^\/api\/teams\/([a-z0-9]+)\/tasks\/claim-next$/;

type FreeTask = { id: string; teamId: string };

/** A claim in one transaction of three steps: read a task that is free, decide, write it. */
async function claim(
  connection: PooledConnection,
  condition: Sql,
  agentId: string,
): Promise<TaskRow | undefined> {
  const [task] = await queryMany<FreeTask>(
    connection,
    sql`
    select id, team_id as "teamId" from tasks
    where ${condition} and in_queue and assigned_agent_id is null
    order by created_at limit 1`,
  );
  if (!task) return undefined;
  const actor = {
    ...{ teamId: sql`${task.teamId}`, actorKind: raw(`'agent'`), actorId: sql`${agentId}` },
    requestId: sql`${newId()}`,
  };
  const [claimed] = await queryMany<TaskRow>(
    connection,
    sql`
    with target as (select * from tasks where id = ${task.id}),
    claimed as (
      update tasks set status = 'in_progress', in_queue = false, assigned_agent_id = ${agentId}, held_since = clock_timestamp(),
        attempt = target.attempt + 1, version = target.version + 1, updated_at = clock_timestamp(),
        status_changed_at = clock_timestamp()
      from target where tasks.id = target.id
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

/** What a request may claim; undefined when it is for the service. */
function conditionOf({ path, body }: GatewayRequest): Sql | undefined {
  const taskId = claimPath.exec(path)?.[1];
  const teamId = claimNextPath.exec(path)?.[1];
  if (taskId) return sql`id = ${taskId}`;
  return teamId && !body.includes('"complete"') ? sql`team_id = ${teamId}` : undefined;
}

/** Claims without a lock or a condition on the row, so that two agents can get the same attempt. */
export const readThenUpdate: Control = {
  name: 'read-then-update',
  rule: 'one claim for each attempt',
  seconds: 15,
  faults: [],
  openGateway: ({ url, db, agentIdByToken }) =>
    openGateway(url, async (request, forward) => {
      const condition = conditionOf(request);
      const agentId = agentIdByToken.get(request.token ?? '');
      if (!condition || !agentId) return forward(request);
      const connection = await db.pool.connect();
      try {
        await connection.query('begin');
        const row = await claim(connection, condition, agentId);
        await connection.query('commit');
        if (row) return { status: 200, text: JSON.stringify(toTask(row)) };
        return { status: 409, text: JSON.stringify({ code: 'TASK_NOT_CLAIMABLE' }) };
      } finally {
        await connection.query('rollback');
        connection.release();
      }
    }),
};
