import type { Agent, AgentOverview } from '@crewboard/contracts';
import { withItem } from '#lib/by-id.ts';

const noTasks = { count: 0, isExact: true };

/** The list with this agent. An inactive agent has no token; a new one holds no tasks. */
export function withAgent(agents: AgentOverview[], { id, ...response }: Agent): AgentOverview[] {
  const known = agents.find((agent) => agent.id === id);
  const agent: AgentOverview = {
    ...(known ?? { tasksInProgress: noTasks, tokenPrefix: null, tokenLifetimeSeconds: null }),
    id,
    name: response.name,
    description: response.description,
    status: response.status,
    teamId: response.teamId,
    taskCount: response.taskCount,
    lastActiveAt: response.lastActiveAt,
    createdAt: response.createdAt,
    tokenExpiresAt: response.tokenExpiresAt,
    previousTokenUntil: response.previousTokenUntil,
    paused: response.paused,
  };
  if (agent.status === 'inactive') agent.tokenPrefix = null;
  return withItem(agents, agent);
}

/** The list with the lifetime of a token that this agent got now, which the response does not have. */
export function withNewToken(
  agents: AgentOverview[],
  { id, tokenExpiresAt }: Agent,
  now: number,
): AgentOverview[] {
  const tokenLifetimeSeconds = tokenExpiresAt ? Math.round((Date.parse(tokenExpiresAt) - now) / 1_000) : null;
  return agents.map((agent) => (agent.id === id ? { ...agent, tokenLifetimeSeconds } : agent));
}

/** The list after this agent released its tasks. */
export function withoutTasks(agents: AgentOverview[], agentId: string): AgentOverview[] {
  return agents.map((agent) => (agent.id === agentId ? { ...agent, tasksInProgress: noTasks } : agent));
}
