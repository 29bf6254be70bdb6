import { expect } from 'vitest';
import type { Reply, TestAgent, TestApi, TestTeam } from '../harness.ts';

/** Sends claim-next as this agent. */
export const claimNext = (
  api: TestApi,
  { teamId }: TestTeam,
  agent: TestAgent,
  body: Record<string, unknown> = {},
): Promise<Reply> =>
  api.request('POST', `/api/teams/${teamId}/tasks/claim-next`, { token: agent.token, body });

/** Resolves once so many requests wait, with nothing else to do. */
export const waitUntilIdle = (api: TestApi, count: number) =>
  expect.poll(() => api.app.waitingAgents.idleCount, { interval: 5, timeout: 60_000 }).toBe(count);
