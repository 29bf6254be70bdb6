import { type ListedTask, type ListTasks, type TaskStatus, taskStatuses } from '@crewboard/contracts';
import { defineStatement, join, queryMany, raw, type Sql, type Statement, sql } from '@crewboard/db';
import type { z } from 'zod';
import { hasValidToken } from '#src/auth/unchecked-token.ts';
import { cutPage } from '../../cut-page.ts';
import { creationOrder, type Page, readPage, setCursors } from '../../read-page.ts';
import type { VerbContext } from '../../verb-context.ts';
import { defineForms } from '../change/statement-forms.ts';
import { withNext } from '../next/read-next.ts';
import { type TaskRow, taskRow, toTask } from '../task-row.ts';
import { listArchivedTasks } from './list-archive.ts';
import { listByExternalId } from './list-by-external-id.ts';
import { assertIdsAlone, listByIds } from './list-by-ids.ts';
import { listByNextActor } from './list-by-next-actor.ts';
import { listChildren } from './list-children.ts';
import { listClaimableTasks } from './list-claimable.ts';
import { listDependants } from './list-dependants.ts';

type Input = z.output<typeof ListTasks>;
type Call = { ctx: VerbContext; input: Input };
type Filters = Pick<Input, 'status' | 'projectId' | 'agentId' | 'memberId' | 'cursor'>;
type Caller = { teamId: string; actorId: string; tokenHash: Buffer | null };
type ListStatement = Statement<Filters & Caller & { limit: number }, TaskRow & { found: string }>;

const order = creationOrder('tasks', 'team_id', 'desc');

/** Which filters a list has; the statuses have a statement each. */
type Form = Pick<Filters, 'status'> & Record<'hasProject' | 'hasAgent' | 'hasMember' | 'hasCursor', boolean>;

const defineListStatement = (form: Form): ListStatement =>
  defineStatement(({ teamId, actorId, tokenHash, limit, projectId, agentId, memberId, cursor }) => {
    const conditions: Sql[] = [];
    // The lookup finds no project or agent of another team. Without a condition on the team beside it: PostgreSQL would
    // read the index with all tasks of the team.
    if (form.hasProject) {
      conditions.push(
        sql`project_id = (select id from projects where id = ${projectId} and team_id = ${teamId})`,
      );
    }
    if (form.hasAgent) {
      conditions.push(
        sql`assigned_agent_id = (select id from agents where id = ${agentId} and team_id = ${teamId})`,
      );
    }
    // The indexes of people's tasks begin with the project, or with the team.
    if (form.hasMember && !form.hasProject) conditions.push(sql`team_id = ${teamId}`);
    if (form.hasMember) conditions.push(sql`assigned_member_id = ${memberId}`);
    if (conditions.length === 0) conditions.push(sql`team_id = ${teamId}`);
    if (form.hasCursor) conditions.push(order.after({ cursor, ownerId: teamId }));
    const branch = (each: TaskStatus) => sql`(
      select * from tasks where status = ${raw(`'${each}'`)} and archived_at is null and ${join(conditions, ' and ')}
      order by ${order.by('tasks')} limit (select ${limit}::int))`;
    // A subquery hides the limit: of a project or agent that seems small PostgreSQL would read and sort all.
    // Each index begins with its filters and the status: without a status, merge the four statuses.
    const rows = sql`
      select * from (${join((form.status ? [form.status] : taskStatuses).map(branch), ' union all ')}) as page
      order by ${order.by('page')} limit ${limit}`;
    return sql`
      select ${taskRow.columns('page')}, found
      from (${cutPage({ rows, bytes: taskRow.bytes('page'), order: order.by('page') })}) as page
      where ${hasValidToken({ actorId, tokenHash })}
      order by ${order.by('page')}`;
  });

const statementOf = defineForms(defineListStatement);

/** One statement for each set of filters: PostgreSQL plans each once per connection. */
export const listStatement = ({ status, projectId, agentId, memberId, cursor }: Filters): ListStatement =>
  statementOf({
    ...{ status, hasProject: Boolean(projectId), hasAgent: Boolean(agentId) },
    ...{ hasMember: Boolean(memberId), hasCursor: cursor !== undefined },
  });

/** Lists that are read in another way than by the indexes of their filters. */
function listSpecial(ctx: VerbContext, input: Input): Promise<Page<TaskRow>> | undefined {
  const { ids, archived, claimable, blockedBy, externalId, parentId, nextActor } = input;
  if (ids) return listByIds(ctx, { ...input, ids });
  if (externalId !== undefined) return listByExternalId(ctx, { ...input, externalId });
  if (parentId !== undefined) return listChildren(ctx, { ...input, parentId });
  if (claimable) return listClaimableTasks(ctx, input);
  if (nextActor) return listByNextActor(ctx, input);
  if (archived) return listArchivedTasks(ctx, input);
  return blockedBy ? listDependants(ctx, { ...input, blockedBy }) : undefined;
}

/** A page of the team's tasks, or of those that are archived, newest first: at most `limit` and 4 MiB, after the task that the cursor names. */
export async function listTasks({ ctx, input }: Call): Promise<ListedTask[]> {
  const tasks = (await listPage({ ctx, input })).map(toTask);
  return input.include ? withNext(ctx.db.reads, tasks) : tasks;
}

/** Sets the cursors of the response. */
async function listPage({ ctx, input }: Call): Promise<TaskRow[]> {
  const { teamId, id: actorId } = ctx.actor;
  const { uncheckedToken } = ctx;
  assertIdsAlone(input);
  const special = listSpecial(ctx, input);
  if (special) {
    const page = await special;
    setCursors(ctx, page);
    return page.rows;
  }
  const tokenHash = uncheckedToken?.hash ?? null;
  const db = ctx.db.reads;
  const page = await readPage({
    db,
    order,
    ownerId: teamId,
    limit: input.limit,
    cursor: input.cursor,
    read: (limit) => queryMany(db, listStatement(input), { ...input, teamId, actorId, tokenHash, limit }),
  });
  if (page.rows.length > 0) uncheckedToken?.confirm();
  setCursors(ctx, page);
  return page.rows;
}
