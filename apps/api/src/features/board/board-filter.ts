import { type BoardFilter, isWordStartSearch } from '@crewboard/contracts';

/** The index holds words in pieces of three characters: of two, it can find the first ones of a word, after its blank. */
function searchPattern(search: string): string {
  const literal = search.replaceAll(/[\\%_]/g, '\\$&');
  return isWordStartSearch(search) ? `% ${literal}%` : `%${literal}%`;
}

/** The filter's parameters, $2 to $5: project, agent, priority, search; $1 is the team. */
export const filterValues = (teamId: string, filter: BoardFilter) => [
  teamId,
  filter.projectId,
  filter.agentId === 'nobody' ? undefined : filter.agentId,
  filter.priority,
  filter.search && searchPattern(filter.search),
];

/** Conditions on tasks. Each parameter is named, so that PostgreSQL knows its type also where it is null. */
export function filterSql({ projectId, agentId, priority, search }: BoardFilter): string {
  const agent =
    agentId === 'nobody'
      ? 'assigned_agent_id is null and $3::text is null'
      : agentId
        ? 'assigned_agent_id = (select id from agents where id = $3 and team_id = $1)'
        : '$3::text is null';
  return [
    'team_id = $1',
    projectId ? 'project_id = (select id from projects where id = $2 and team_id = $1)' : '$2::text is null',
    agent,
    priority ? 'priority = $4::task_priority' : '$4::text is null',
    search
      ? 'id in (select task_id from task_search where team_id = $1 and body ilike $5)'
      : '$5::text is null',
  ].join(' and ');
}
