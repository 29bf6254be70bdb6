import type { Agent, AgentOverview } from '@crewboard/contracts';

/** The list with this answer in it. An inactive agent has no token; a new one holds nothing. */
export function withAgent(agents: AgentOverview[], { id, ...answer }: Agent): AgentOverview[] {
  const known = agents.find((agent) => agent.id === id);
  const agent: AgentOverview = {
    ...(known ?? { tasksInProgress: 0, tokenPrefix: null }),
    id,
    name: answer.name,
    description: answer.description,
    status: answer.status,
    teamId: answer.teamId,
    taskCount: answer.taskCount,
    lastActiveAt: answer.lastActiveAt,
    createdAt: answer.createdAt,
  };
  if (agent.status === 'inactive') agent.tokenPrefix = null;
  return known ? agents.map((other) => (other.id === id ? agent : other)) : [...agents, agent];
}

/** The list once this agent has given all back. */
export function withoutTasks(agents: AgentOverview[], agentId: string): AgentOverview[] {
  return agents.map((agent) => (agent.id === agentId ? { ...agent, tasksInProgress: 0 } : agent));
}
