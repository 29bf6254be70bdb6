import { join, queryMany, raw, type Sql, sql } from '@crewboard/db';
import { creationOrder, type Page, readPage } from '../../read-page.ts';
import type { VerbContext } from '../../verb-context.ts';
import { type TaskRow, taskRow } from '../task-row.ts';
import { claimableConditions } from './claimable-walk.ts';
import { type Caller, filterConditions, hasProject, type ListFilters } from './walk-tasks.ts';

const order = creationOrder('tasks', 'team_id', 'desc');

/** SQL: the task of the team with this external id, if it meets the other filters. */
export function externalIdQuery(
  caller: Caller,
  filters: Omit<ListFilters, 'limit'> & { externalId: string },
): Sql {
  const { externalId, status, archived, claimable, cursor } = filters;
  const { teamId } = caller;
  const conditions = [
    sql`team_id = ${teamId} and external_id = ${externalId}`,
    raw(`archived_at is ${archived ? 'not null' : 'null'}`),
    hasProject,
    ...(status ? [sql`status = ${status}::task_status`] : []),
    ...(claimable ? claimableConditions(caller) : []),
    ...filterConditions(filters),
    ...(cursor === undefined ? [] : [order.after({ cursor: sql`${cursor}`, ownerId: sql`${teamId}` })]),
  ];
  return sql`select ${taskRow.columns('tasks')} from tasks where ${join(conditions, ' and ')}`;
}

/** A list of the task with this external id, or an empty list. */
export const listByExternalId = (
  { db, actor }: VerbContext,
  input: ListFilters & { externalId: string },
): Promise<Page<TaskRow>> =>
  readPage({
    ...{ db: db.reads, order, ownerId: actor.teamId, limit: input.limit, cursor: input.cursor },
    read: () => queryMany<TaskRow>(db.reads, externalIdQuery(actor, input)),
  });
