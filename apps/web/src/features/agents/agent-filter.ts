import type { AgentOverview, AgentStatus } from '@crewboard/contracts';
import { parseAsStringLiteral } from 'nuqs/server';

export const agentFilters = ['all', 'active', 'inactive'] as const;
export type AgentFilter = (typeof agentFilters)[number];

/** The filter in the URL, where any unknown value means all. */
export const parseAsAgentFilter = parseAsStringLiteral(agentFilters).withDefault('all');

export function filterAgents<A extends { status: AgentStatus }>(agents: A[], filter: AgentFilter): A[] {
  return filter === 'all' ? agents : agents.filter((agent) => agent.status === filter);
}

export function countAgents(agents: Pick<AgentOverview, 'status'>[]): Record<AgentFilter, number> {
  const active = filterAgents(agents, 'active').length;
  return { all: agents.length, active, inactive: agents.length - active };
}
