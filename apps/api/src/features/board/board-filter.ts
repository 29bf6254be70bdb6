import type { BoardFilter } from '@crewboard/contracts';

/** The filter's parameters, $2 to $5: project, agent, priority, search; $1 is the team. */
export const filterValues = (teamId: string, filter: BoardFilter) => [
  teamId,
  filter.projectId,
  filter.agentId === 'nobody' ? undefined : filter.agentId,
  filter.priority,
  filter.search ? `%${filter.search.replaceAll(/[\\%_]/g, '\\$&')}%` : undefined,
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
    search ? 'title ilike $5' : '$5::text is null',
  ].join(' and ');
}
