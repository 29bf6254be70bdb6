import { z } from 'zod';
import {
  Agent,
  AgentCompletions,
  AgentCompletionsQuery,
  AgentFailures,
  AgentOverviewPage,
  AgentSummary,
  AgentTarget,
  AgentWithToken,
  CreateAgent,
  ListAgents,
  RotateAgentToken,
  UpdateAgent,
} from '../resources/agent.ts';
import { PauseAgent } from '../resources/pause.ts';
import { DashboardPage } from '../schemas/paging.ts';
import { defineOperations, mutation, query } from './define-operations.ts';

export const agents = defineOperations('agents', {
  list: query('listAgents', {
    access: 'read',
    input: ListAgents,
    output: z.array(Agent),
    paging: 'onRequest',
    rest: {
      route: 'GET /api/teams/{teamId}/agents',
      summary: 'List agents',
      description:
        'Includes inactive ones, the oldest first: all of them, or a page with `limit` or `cursor`.',
    },
  }),
  create: mutation('createAgent', {
    access: 'manage',
    input: CreateAgent,
    output: AgentWithToken,
    errors: ['LIMIT_REACHED'],
    rest: {
      route: 'POST /api/teams/{teamId}/agents',
      summary: 'Create an agent',
      description: 'The response carries the agent and its `token`, which is never shown again.',
      statuses: [201],
      location: '/api/agents/{id}',
    },
  }),
  get: query('getAgent', {
    access: 'read',
    input: AgentTarget,
    output: Agent,
    rest: { route: 'GET /api/agents/{agentId}', summary: 'Get an agent' },
  }),
  update: mutation('updateAgent', {
    access: 'manage',
    input: UpdateAgent,
    output: Agent,
    rest: {
      route: 'PATCH /api/agents/{agentId}',
      summary: 'Rename, deactivate or reactivate an agent',
      description:
        'Deactivation invalidates the token at once and leaves the tasks of the agent as they are. Reactivation ' +
        'does not restore the token: rotate it.',
    },
  }),
  rotateToken: mutation('rotateAgentToken', {
    access: 'manage',
    input: RotateAgentToken,
    output: AgentWithToken,
    rest: {
      route: 'POST /api/agents/{agentId}/rotate-token',
      summary: "Rotate an agent's token",
      description:
        'Every request that starts after this response with the old token gets a 401, unless `graceSeconds` lets both ' +
        'be valid for a while. The response carries the agent and its new `token`, which is never shown again.',
    },
  }),
  pause: mutation('pauseAgent', {
    access: 'control',
    input: PauseAgent,
    output: Agent,
    rest: {
      route: 'POST /api/agents/{agentId}/pause',
      summary: 'Pause an agent',
      description:
        'The agent starts no further task; an inactive one can be paused as well. Every request to start one that begins after this response is rejected with `PAUSED`. ' +
        'Pausing it again changes the reason and the mode.',
    },
  }),
  resume: mutation('resumeAgent', {
    access: 'control',
    input: AgentTarget,
    output: Agent,
    rest: {
      route: 'POST /api/agents/{agentId}/resume',
      summary: 'Resume an agent',
      description: 'Nothing changes if the agent is not paused.',
    },
  }),
  completions: query('countAgentCompletions', {
    access: 'read',
    input: AgentCompletionsQuery,
    output: AgentCompletions,
  }),
  failures: query('listAgentFailures', {
    access: 'read',
    input: AgentTarget,
    output: AgentFailures,
  }),
  overviews: query('listAgentOverviews', {
    access: 'read',
    input: DashboardPage,
    output: AgentOverviewPage,
    paging: 'always',
  }),
  summaries: query('listAgentSummaries', {
    access: 'read',
    input: z.strictObject({ teamId: ListAgents.shape.teamId }),
    output: z.array(AgentSummary),
  }),
});
