import { type BoardFilter, isWordStartSearch } from '@crewboard/contracts';
import { join, type Sql, sql } from '@crewboard/db';

/** The index holds words in pieces of three characters: of two, it can find the first ones of a word, after its blank. */
function searchPattern(search: string): string {
  const literal = search.replaceAll(/[\\%_]/g, '\\$&');
  return isWordStartSearch(search) ? `% ${literal}%` : `%${literal}%`;
}

/** SQL: which tasks of the team the filter shows. A project or agent of another team matches no task. */
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
