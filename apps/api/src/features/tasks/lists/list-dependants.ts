import { empty, join, queryMany, sql } from '@crewboard/db';
import { cutPage } from '../../cut-page.ts';
import { creationOrder, type Page, readPage } from '../../read-page.ts';
import type { VerbContext } from '../../verb-context.ts';
import { type TaskRow, taskRow } from '../task-row.ts';
import { filterConditions, type ListFilters } from './walk-tasks.ts';

type OfBlocker = ListFilters & { blockedBy: string };

const order = creationOrder('tasks', 'team_id', 'desc');

/** SQL: the tasks that wait for one task (at most 500) and meet the filters. `limit 1` makes each a lookup. */
export function dependantsQuery(teamId: string, input: OfBlocker) {
  const { blockedBy, status, limit, cursor, ...filters } = input;
  const conditions = [
    sql`archived_at is null and team_id = ${teamId}`,
    ...(status ? [sql`status = ${status}::task_status`] : []),
    ...filterConditions(filters),
  ];
  const after = order.after({ cursor: sql`${cursor ?? null}::text`, ownerId: sql`${teamId}` });
  const rows = sql`
    select tasks.* from task_dependencies
      cross join lateral (select * from tasks where id = task_id limit 1) as tasks
    where blocker_id = ${blockedBy} and ${join(conditions, ' and ')} ${cursor == null ? empty : sql`and ${after}`}
    order by ${order.by('tasks')} limit ${limit}`;
  return sql`
    select ${taskRow.columns('page')}, found
    from (${cutPage({ rows, bytes: taskRow.bytes('page'), order: order.by('page') })}) as page
    order by ${order.by('page')}`;
}

/** The tasks that wait for one task, the newest first. */
export function listDependants({ db, actor }: VerbContext, input: OfBlocker): Promise<Page<TaskRow>> {
  const { teamId } = actor;
  return readPage({
    ...{ db: db.reads, order, ownerId: teamId, limit: input.limit, cursor: input.cursor },
    read: (limit) =>
      queryMany<TaskRow & { found: string }>(db.reads, dependantsQuery(teamId, { ...input, limit })),
  });
}
