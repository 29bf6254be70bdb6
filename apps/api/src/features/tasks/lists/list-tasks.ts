import { type ListedTask, type ListTasks, type TaskStatus, taskStatuses } from '@crewboard/contracts';
import { defineStatement, join, queryMany, raw, type Sql, type Statement, sql } from '@crewboard/db';
import type { z } from 'zod';
import { hasValidToken } from '#src/auth/credential-conditions.ts';
import { cutPage } from '../../cut-page.ts';
import { creationOrder, type Page, readPage, setCursors } from '../../read-page.ts';
import type { VerbContext } from '../../verb-context.ts';
import { defineForms } from '../change/statement-forms.ts';
import { withNext } from '../next/read-next.ts';
import { type TaskRow, taskRow, toTask } from '../task-row.ts';
import { childrenWalk } from './children-walk.ts';
import { claimableWalk } from './claimable-walk.ts';
import { externalIdWalk } from './external-id-walk.ts';
import { archiveWalk } from './list-archive.ts';
import { assertIdsAlone, listByIds } from './list-by-ids.ts';
import { listDependants } from './list-dependants.ts';
import { nextActorWalk } from './next-actor-walk.ts';
import { type Caller, type Walk, walkTasks } from './walk-tasks.ts';

type Input = z.output<typeof ListTasks>;
type Call = { ctx: VerbContext; input: Input };
type Filters = Pick<Input, 'status' | 'projectId' | 'agentId' | 'memberId' | 'cursor'>;
type CallerParams = { teamId: string; actorId: string; tokenHash: Buffer | null };
type ListStatement = Statement<Filters & CallerParams & { limit: number }, TaskRow & { found: string }>;

const order = creationOrder('tasks', 'team_id', 'desc');

/**
 * A page of the team's tasks, the newest first: at most `limit` and 4 MiB, after the task that the cursor names.
 * Archived tasks only with `archived` or `ids`.
 */
export async function listTasks({ ctx, input }: Call): Promise<ListedTask[]> {
  const tasks = (await listPage({ ctx, input })).map(toTask);
  // `next` is the only part that a list can include.
  return input.include ? withNext(ctx.db.reads, tasks) : tasks;
}

/** Reads the page, and sets the cursors of the response. */
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
  const tokenHash = uncheckedToken?.hashToCheck ?? null;
  const db = ctx.db.reads;
  const page = await readPage({
    db,
    order,
    ownerId: teamId,
    limit: input.limit,
    cursor: input.cursor,
    read: (limit) => queryMany(db, listStatement(input), { ...input, teamId, actorId, tokenHash, limit }),
  });
  // Without rows, the token may have ended (`hasValidToken`): the transport looks it up before it responds.
  if (page.rows.length > 0) uncheckedToken?.confirm();
  setCursors(ctx, page);
  return page.rows;
}

/** A page under filters that `listStatement` does not have; undefined without such filters. */
function listSpecial(ctx: VerbContext, input: Input): Promise<Page<TaskRow>> | undefined {
  const { ids, blockedBy } = input;
  if (ids) return listByIds(ctx, { ...input, ids });
  const walk = walkOf(ctx.actor, input);
  if (walk) return walkTasks<TaskRow>(ctx.db.reads, taskRow, walk);
  return blockedBy ? listDependants(ctx, { ...input, blockedBy }) : undefined;
}

/** The narrowest of the filters decides which tasks are looked at; the others are conditions on each of these. */
function walkOf(actor: Caller, input: Input): Walk | undefined {
  const { archived, claimable, externalId, parentId, nextActor } = input;
  if (externalId !== undefined) return externalIdWalk(actor, { ...input, externalId });
  if (parentId !== undefined) return childrenWalk(actor, { ...input, parentId });
  if (claimable) return claimableWalk(actor, input);
  if (nextActor) return nextActorWalk(actor.teamId, input);
  return archived ? archiveWalk({ ...input, teamId: actor.teamId }) : undefined;
}

/** The filters that a list has. Each status has a statement of its own, because it precedes the time in each index. */
type Form = Pick<Filters, 'status'> & Record<'hasProject' | 'hasAgent' | 'hasMember' | 'hasCursor', boolean>;

const defineListStatement = (form: Form): ListStatement =>
  defineStatement(({ teamId, actorId, tokenHash, limit, projectId, agentId, memberId, cursor }) => {
    const conditions: Sql[] = [];
    // The lookup finds no project or agent of another team. A condition on `team_id` instead would make PostgreSQL read
    // the index with all tasks of the team.
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
    // The subquery of a branch hides the limit: for a project or agent that seems small, PostgreSQL would read and sort
    // all. Without a status, merge the four statuses, because each index begins with its filters and the status.
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

/** Has one statement for each set of filters: PostgreSQL plans each once per connection. */
export const listStatement = ({ status, projectId, agentId, memberId, cursor }: Filters): ListStatement =>
  statementOf({
    ...{ status, hasProject: Boolean(projectId), hasAgent: Boolean(agentId) },
    ...{ hasMember: Boolean(memberId), hasCursor: cursor !== undefined },
  });
