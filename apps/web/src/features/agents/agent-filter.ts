import type { AgentOverview, AgentStatus } from '@crewboard/contracts';

export const agentFilters = ['all', 'active', 'inactive'] as const;
export type AgentFilter = (typeof agentFilters)[number];

/** What stands in the URL, which anybody can edit: whatever it is not, it is all. */
export function readAgentFilter(value: string | null): AgentFilter {
  return agentFilters.find((filter) => filter === value) ?? 'all';
}

export function filterAgents<A extends { status: AgentStatus }>(agents: A[], filter: AgentFilter): A[] {
  return filter === 'all' ? agents : agents.filter((agent) => agent.status === filter);
}

export function countAgents(agents: Pick<AgentOverview, 'status'>[]): Record<AgentFilter, number> {
  const active = filterAgents(agents, 'active').length;
  return { all: agents.length, active, inactive: agents.length - active };
}
