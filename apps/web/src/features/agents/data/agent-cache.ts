import type { Agent, AgentOverview } from '@crewboard/contracts';
import { withItem } from '#lib/by-id.ts';

const noTasks = { count: 0, isExact: true };

/**
 * The list after a call has created or changed this agent. Copies each field by name, so that a token in the response
 * does not reach the cache. An inactive agent has no token; a new agent holds no tasks. The prefix of a new token
 * comes with the refetch.
 */
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

/**
 * As `withAgent`, after a call has given the agent a token. Responses lack its lifetime: it is the time until its
 * expiry.
 */
export function withNewToken(agents: AgentOverview[], response: Agent, now: number): AgentOverview[] {
  const { id, tokenExpiresAt } = response;
  const tokenLifetimeSeconds = tokenExpiresAt ? Math.round((Date.parse(tokenExpiresAt) - now) / 1_000) : null;
  return withAgent(agents, response).map((agent) =>
    agent.id === id ? { ...agent, tokenLifetimeSeconds } : agent,
  );
}

/** The list after the tasks of this agent were released. */
export function withoutTasks(agents: AgentOverview[], agentId: string): AgentOverview[] {
  return agents.map((agent) => (agent.id === agentId ? { ...agent, tasksInProgress: noTasks } : agent));
}
