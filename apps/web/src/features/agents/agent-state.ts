import type { AgentOverview } from '@crewboard/contracts';
import { parseAsStringLiteral } from 'nuqs/server';

const agentStates = ['working', 'idle', 'never-called', 'deactivated'] as const;

/** The filters of the list: one for each state of an agent, and one for all agents. */
export const agentFilters = ['all', ...agentStates] as const;
export type AgentFilter = (typeof agentFilters)[number];

export const filterLabels: Record<AgentFilter, string> = {
  all: 'All',
  working: 'Working',
  idle: 'Idle',
  'never-called': 'Never called',
  deactivated: 'Deactivated',
};

/** The filter in the URL. An unknown value means all. */
export const parseAsAgentFilter = parseAsStringLiteral(agentFilters).withDefault('all');

type AgentActivity = Pick<AgentOverview, 'status' | 'tasksInProgress' | 'lastActiveAt'>;

/** What an agent does now. An agent that holds a task works, also between two calls. */
export function agentState(agent: AgentActivity): (typeof agentStates)[number] {
  if (agent.status === 'inactive') return 'deactivated';
  if (agent.tasksInProgress.count > 0) return 'working';
  return agent.lastActiveAt ? 'idle' : 'never-called';
}

export function filterAgents<A extends AgentActivity>(agents: A[], filter: AgentFilter): A[] {
  return filter === 'all' ? agents : agents.filter((agent) => agentState(agent) === filter);
}

export function countAgents(agents: AgentActivity[]): Record<AgentFilter, number> {
  const counts = { all: agents.length, working: 0, idle: 0, 'never-called': 0, deactivated: 0 };
  for (const agent of agents) counts[agentState(agent)] += 1;
  return counts;
}
