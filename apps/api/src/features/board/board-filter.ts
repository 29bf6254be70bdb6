import { type BoardFilter, isWordStartSearch } from '@crewboard/contracts';
import { join, raw, type Sql, sql } from '@crewboard/db';
import { hasText, searchPattern } from '../task-search.ts';

/**
 * Whether the index of texts, which has trigrams, can find the text: by three letters or digits in a row, or two that
 * begin a word.
 */
const isIndexed = (search: string) =>
  isWordStartSearch(search) || /[\p{L}\p{N}]{3}|[^\p{L}\p{N}][\p{L}\p{N}]{2}/u.test(search);

/**
 * SQL: the ids of at most `limit` tasks of the team that have the text, in no order. If the index cannot find the text,
 * these are any tasks of the team, and `isTrueMatch` must look into each.
 */
export const searchCandidates = (teamId: string, search: string, limit: number) =>
  sql`select task_id from task_search
    where team_id = ${teamId} and ${isIndexed(search) ? sql`body ilike ${searchPattern(search)}` : raw('true')} limit ${limit}`;

/**
 * SQL: the task of each row of `candidates`. `offset 0` makes PostgreSQL look each up by its id before any condition.
 * Otherwise, for a thousand rows, it would read the whole table, or without statistics an index of the project once for
 * each row.
 */
export const taskOfCandidate = raw(
  'lateral (select * from tasks where id = candidates.task_id offset 0) as tasks',
);

/** SQL: whether a task of `searchCandidates` has the text. True without a look if the index has found it. */
export const isTrueMatch = (search: string) => (isIndexed(search) ? raw('true') : hasText(raw('id'), search));

/**
 * SQL: whether a task is in the project of the filter, or else in the team. The lookup finds no project of another
 * team. A condition on `team_id` instead would make PostgreSQL read the index with the tasks of all projects.
 */
export const ownerSql = (teamId: string, { projectId }: BoardFilter): Sql =>
  projectId
    ? sql`project_id = (select id from projects where id = ${projectId} and team_id = ${teamId})`
    : sql`team_id = ${teamId}`;

/**
 * SQL: the conditions of the filter on a task, without project and search. Tasks of an agent need no condition on the
 * team, because the lookup finds no agent of another team. A person may be in several teams: add `ownerSql`.
 */
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

/** SQL: the conditions of the filter on a task, without its search. */
export const filterSql = (teamId: string, filter: BoardFilter): Sql =>
  join([ownerSql(teamId, filter), ...propertiesSql(teamId, filter)], ' and ');
