import { type BoardFilter, isWordStartSearch } from '@crewboard/contracts';
import { join, type Sql, sql } from '@crewboard/db';

/** The index holds trigrams, so a text of two characters is found only at the beginning of a word, together with the blank before it. */
function searchPattern(search: string): string {
  const literal = search.replaceAll(/[\\%_]/g, '\\$&');
  return isWordStartSearch(search) ? `% ${literal}%` : `%${literal}%`;
}

/** SQL: whether the filter shows a task of the team. A project or agent of another team matches no task. */
export function filterSql(teamId: string, { projectId, agentId, priority, search }: BoardFilter): Sql {
  const conditions = [sql`team_id = ${teamId}`];
  if (projectId) {
    conditions.push(
      sql`project_id = (select id from projects where id = ${projectId} and team_id = ${teamId})`,
    );
  }
  if (agentId === 'nobody') conditions.push(sql`assigned_agent_id is null`);
  else if (agentId) {
    conditions.push(
      sql`assigned_agent_id = (select id from agents where id = ${agentId} and team_id = ${teamId})`,
    );
  }
  if (priority) conditions.push(sql`priority = ${priority}::task_priority`);
  if (search) {
    conditions.push(
      sql`id in (select task_id from task_search where team_id = ${teamId} and body ilike ${searchPattern(search)})`,
    );
  }
  return join(conditions, ' and ');
}
