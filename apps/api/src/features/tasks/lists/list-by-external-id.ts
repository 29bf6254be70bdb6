import { join, queryMany, raw, type Sql, sql } from '@crewboard/db';
import { creationOrder, type Page, readPage } from '../../read-page.ts';
import type { VerbContext } from '../../verb-context.ts';
import { type TaskRow, taskRow } from '../task-row.ts';
import { claimableConditions } from './list-claimable.ts';
import { type Caller, filterConditions, hasProject, type Wanted } from './walk-tasks.ts';

const order = creationOrder('tasks', 'team_id', 'desc');

/** SQL: the one task of the team with this external id, if it has what the other filters ask for. */
export function externalIdQuery(caller: Caller, wanted: Omit<Wanted, 'limit'> & { externalId: string }): Sql {
  const { externalId, status, archived, claimable, cursor } = wanted;
  const { teamId } = caller;
  const conditions = [
    sql`team_id = ${teamId} and external_id = ${externalId}`,
    raw(`archived_at is ${archived ? 'not null' : 'null'}`),
    hasProject,
    ...(status ? [sql`status = ${status}::task_status`] : []),
    ...(claimable ? claimableConditions(caller) : []),
    ...filterConditions(wanted),
    ...(cursor === undefined ? [] : [order.after({ cursor: sql`${cursor}`, ownerId: sql`${teamId}` })]),
  ];
  return sql`select ${taskRow.columns('tasks')} from tasks where ${join(conditions, ' and ')}`;
}

/** A list of that task, or of none. */
export const listByExternalId = (
  { db, actor }: VerbContext,
  input: Wanted & { externalId: string },
): Promise<Page<TaskRow>> =>
  readPage({
    ...{ db: db.reads, order, ownerId: actor.teamId, limit: input.limit, cursor: input.cursor },
    read: () => queryMany<TaskRow>(db.reads, externalIdQuery(actor, input)),
  });
