import { type ListTasks, type Task, taskStatuses } from '@crewboard/contracts';
import type { z } from 'zod';
import { AppError } from '../../errors.ts';
import { cutPage, pageOf } from '../cut-page.ts';
import type { VerbContext } from '../verb-context.ts';
import { type TaskRow, taskBytes, taskColumns, toTask } from './task-row.ts';

type Input = z.output<typeof ListTasks>;
type Call = { ctx: VerbContext; input: Input };

/** $1 team, $2 most rows, $3 project, $4 agent, $5 cursor. */
export function listStatement(input: Input): string {
  // A project or agent of another team is looked up in vain, so that its rows are not even read.
  const filters = ['team_id = $1', '$3::text is null', '$4::text is null', '$5::text is null'];
  if (input.projectId) filters[1] = 'project_id = (select id from projects where id = $3 and team_id = $1)';
  if (input.agentId)
    filters[2] = 'assigned_agent_id = (select id from agents where id = $4 and team_id = $1)';
  if (input.cursor !== undefined) {
    filters[3] = '(created_at, id) < (select created_at, id from tasks where id = $5 and team_id = $1)';
  }
  const branch = (status: string) => `(
    select * from tasks where status = '${status}' and ${filters.join(' and ')}
    order by created_at desc, id desc limit $2)`;
  // Each index begins with its filters and the status: without a status, the four are merged in their order.
  const statuses = input.status ? [input.status] : taskStatuses;
  const order = 'page.created_at desc, page.id desc';
  const rows = `select * from (${statuses.map(branch).join(' union all ')}) as page order by ${order} limit $2`;
  return `select ${taskColumns('page')}, found
    from (${cutPage({ rows, bytes: taskBytes('page'), order })}) as page order by ${order}`;
}

/** A name for each shape of the statement: PostgreSQL then plans it once per connection. */
function statementName({ status, projectId, agentId, cursor }: Input): string {
  const filters = [projectId && 'project', agentId && 'agent', cursor !== undefined && 'cursor'].filter(
    Boolean,
  );
  return ['list-tasks', status ?? 'any', ...filters].join('-');
}

async function assertCursor(ctx: VerbContext, cursor: string): Promise<void> {
  const { rowCount } = await ctx.db.reads.query('select from tasks where id = $1 and team_id = $2', [
    cursor,
    ctx.actor.teamId,
  ]);
  if (!rowCount) {
    throw new AppError(
      'INVALID_CURSOR',
      'The cursor is not the id of a task of this team. Pass X-Next-Cursor unchanged, or none for the first page.',
    );
  }
}

/** A page of the team's tasks, newest first: at most `limit` and 4 MiB, after the task that the cursor names. */
export async function listTasks({ ctx, input }: Call): Promise<Task[]> {
  const { rows } = await ctx.db.reads.query<TaskRow & { found: string }>({
    name: statementName(input),
    text: listStatement(input),
    values: [ctx.actor.teamId, input.limit + 1, input.projectId, input.agentId, input.cursor],
  });
  if (rows.length === 0 && input.cursor !== undefined) await assertCursor(ctx, input.cursor);
  const { page, hasMore } = pageOf(rows, input.limit);
  if (hasMore) ctx.answer.nextCursor = page.at(-1)?.id;
  return page.map(toTask);
}
