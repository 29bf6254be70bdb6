import { parseAsStringLiteral } from 'nuqs/server';
import { agentState, agentStates } from './agent-state.ts';

export const agentFilters = ['all', ...agentStates] as const;
export type AgentFilter = (typeof agentFilters)[number];

export const filterLabels: Record<AgentFilter, string> = {
  all: 'All',
  working: 'Working',
  idle: 'Idle',
  'never-called': 'Never called',
  deactivated: 'Deactivated',
};

/** The filter in the URL, where any unknown value means all. */
export const parseAsAgentFilter = parseAsStringLiteral(agentFilters).withDefault('all');

type Known = Parameters<typeof agentState>[0];

export function filterAgents<A extends Known>(agents: A[], filter: AgentFilter): A[] {
  return filter === 'all' ? agents : agents.filter((agent) => agentState(agent) === filter);
}

export function countAgents(agents: Known[]): Record<AgentFilter, number> {
  const counts = { all: agents.length, working: 0, idle: 0, 'never-called': 0, deactivated: 0 };
  for (const agent of agents) counts[agentState(agent)] += 1;
  return counts;
}
