import { type BoardFilter, isWordStartSearch } from '@crewboard/contracts';
import { join, raw, type Sql, sql } from '@crewboard/db';
import { hasText, searchPattern } from '../task-search.ts';

/** Whether the text has a trigram: three letters or digits, or two that begin a word. */
const isIndexed = (search: string) =>
  isWordStartSearch(search) || /[\p{L}\p{N}]{3}|[^\p{L}\p{N}][\p{L}\p{N}]{2}/u.test(search);

/**
 * SQL: the ids of at most `limit` tasks of the team that have the text, in no order. Without a trigram they are any
 * tasks, because the index would lead to all of the team; `isMatched` then looks into each.
 */
export const matchesOf = (teamId: string, search: string, limit: number) =>
  sql`select task_id from task_search
    where team_id = ${teamId} and ${isIndexed(search) ? sql`body ilike ${searchPattern(search)}` : raw('true')} limit ${limit}`;

/**
 * SQL: the task of each row of `matched`. `offset 0` makes PostgreSQL look each up by its id, before any condition: for a
 * thousand it would read the table, and without statistics an index of their project, once for each.
 */
export const taskOfMatched = raw(
  'lateral (select * from tasks where id = matched.task_id offset 0) as tasks',
);

/** SQL: whether the index has not shown already that a task has the text. */
export const isMatched = (search: string) => (isIndexed(search) ? raw('true') : hasText(raw('id'), search));

/**
 * SQL: whether a task is of the project of the filter, else of the team. A project of another team has no task. Without a
 * condition on the team beside that on the project: PostgreSQL would read the index with those of all its projects.
 */
export const ownerSql = (teamId: string, { projectId }: BoardFilter): Sql =>
  projectId
    ? sql`project_id = (select id from projects where id = ${projectId} and team_id = ${teamId})`
    : sql`team_id = ${teamId}`;

/** SQL: whether the filter shows a task of its team and project, but for its search. An agent of another team has no task. */
export function propertiesSql(
  teamId: string,
  { agentId, memberId, priority }: Pick<BoardFilter, 'agentId' | 'memberId' | 'priority'>,
): Sql[] {
  const conditions: Sql[] = [];
  if (agentId === 'nobody') conditions.push(sql`assigned_agent_id is null and assigned_member_id is null`);
  else if (agentId) {
    conditions.push(
      sql`assigned_agent_id = (select id from agents where id = ${agentId} and team_id = ${teamId})`,
    );
  }
  if (memberId) conditions.push(sql`assigned_member_id = ${memberId}`);
  if (priority) conditions.push(sql`priority = ${priority}::task_priority`);
  return conditions;
}

/** SQL: whether the filter shows a task, but for its search. */
export const filterSql = (teamId: string, filter: BoardFilter): Sql =>
  join([ownerSql(teamId, filter), ...propertiesSql(teamId, filter)], ' and ');
