import type { AgentOverview, AgentStatus } from '@crewboard/contracts';
import { parseOneOf } from '../../lib/url-state.ts';

export const agentFilters = ['all', 'active', 'inactive'] as const;
export type AgentFilter = (typeof agentFilters)[number];

/** The filter in the URL, where an absent or unknown value means all. */
export const agentFilterState = { parsers: { status: parseOneOf(['active', 'inactive']) } };

export function filterAgents<A extends { status: AgentStatus }>(agents: A[], filter: AgentFilter): A[] {
  return filter === 'all' ? agents : agents.filter((agent) => agent.status === filter);
}

export function countAgents(agents: Pick<AgentOverview, 'status'>[]): Record<AgentFilter, number> {
  const active = filterAgents(agents, 'active').length;
  return { all: agents.length, active, inactive: agents.length - active };
}
