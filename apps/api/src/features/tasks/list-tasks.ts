import { type ListTasks, type Task, type TaskStatus, taskStatuses } from '@crewboard/contracts';
import { defineStatement, join, queryMany, raw, type Statement, sql } from '@crewboard/db';
import type { z } from 'zod';
import { cutPage } from '../cut-page.ts';
import { creationOrder, readPage } from '../read-page.ts';
import type { VerbContext } from '../verb-context.ts';
import { type TaskRow, taskRow, toTask } from './task-row.ts';

type Input = z.output<typeof ListTasks>;
type Call = { ctx: VerbContext; input: Input };
type Filters = Pick<Input, 'status' | 'projectId' | 'agentId' | 'cursor'>;
type ListStatement = Statement<Filters & { teamId: string; limit: number }, TaskRow & { found: string }>;

const order = creationOrder('tasks', 'team_id', 'desc');

const defineListStatement = (filters: Filters): ListStatement =>
  defineStatement(({ teamId, limit, projectId, agentId, cursor }) => {
    const conditions = [sql`team_id = ${teamId}`];
    // A project or agent of another team is looked up in vain, so that its rows are not even read.
    if (filters.projectId) {
      conditions.push(
        sql`project_id = (select id from projects where id = ${projectId} and team_id = ${teamId})`,
      );
    }
    if (filters.agentId) {
      conditions.push(
        sql`assigned_agent_id = (select id from agents where id = ${agentId} and team_id = ${teamId})`,
      );
    }
    if (filters.cursor !== undefined) conditions.push(order.after({ cursor, ownerId: teamId }));
    const branch = (each: TaskStatus) => sql`(
      select * from tasks where status = ${raw(`'${each}'`)} and ${join(conditions, ' and ')}
      order by ${order.by('tasks')} limit ${limit})`;
    // Each index begins with its filters and the status: without a status, the four are merged in their order.
    const rows = sql`
      select * from (${join((filters.status ? [filters.status] : taskStatuses).map(branch), ' union all ')}) as page
      order by ${order.by('page')} limit ${limit}`;
    return sql`
      select ${taskRow.columns('page')}, found
      from (${cutPage({ rows, bytes: taskRow.bytes('page'), order: order.by('page') })}) as page
      order by ${order.by('page')}`;
  });

const statementByShape = new Map<string, ListStatement>();

/** One statement for each set of filters: PostgreSQL plans each once per connection. */
export function listStatement(filters: Filters): ListStatement {
  const { status, projectId, agentId, cursor } = filters;
  const shape = [status, Boolean(projectId), Boolean(agentId), cursor !== undefined].join();
  const statement = statementByShape.get(shape) ?? defineListStatement(filters);
  statementByShape.set(shape, statement);
  return statement;
}

/** A page of the team's tasks, newest first: at most `limit` and 4 MiB, after the task that the cursor names. */
export async function listTasks({ ctx, input }: Call): Promise<Task[]> {
  const { teamId } = ctx.actor;
  const db = ctx.db.reads;
  const { rows, nextCursor } = await readPage({
    db,
    order,
    ownerId: teamId,
    limit: input.limit,
    cursor: input.cursor,
    read: (limit) => queryMany(db, listStatement(input), { ...input, teamId, limit }),
  });
  if (nextCursor) ctx.answer.nextCursor = nextCursor;
  return rows.map(toTask);
}
