import {
  Agent,
  AgentCompletions,
  AgentCompletionsQuery,
  AgentOverviewPage,
  AgentSummary,
  AgentTarget,
  AgentWithToken,
  CreateAgent,
  DashboardPage,
  ListAgents,
  UpdateAgent,
} from '@crewboard/contracts';
import { z } from 'zod';
import { router } from '../../trpc/init.ts';
import { pageHeaders } from '../../trpc/page-headers.ts';
import { manageProcedure, readProcedure } from '../../trpc/procedures.ts';
import { countCompletions } from './count-completions.ts';
import { createAgent } from './create-agent.ts';
import { getAgent } from './get-agent.ts';
import { listAgentOverviews } from './list-agent-overviews.ts';
import { listAgentSummaries } from './list-agent-summaries.ts';
import { listAgents } from './list-agents.ts';
import { rotateAgentToken } from './rotate-agent-token.ts';
import { updateAgent } from './update-agent.ts';

const tags = ['Agents'];

export const agentsRouter = router({
  list: readProcedure
    .meta({
      refusals: ['INVALID_CURSOR'],
      comesWhole: true,
      openapi: {
        method: 'GET',
        path: '/api/teams/{teamId}/agents',
        tags,
        summary: 'List agents',
        description:
          'Inactive ones included, the oldest first: all of them, or a page with `limit` or `cursor`.',
        responseHeaders: pageHeaders,
      },
    })
    .input(ListAgents)
    .output(z.array(Agent))
    .query(listAgents),
  create: manageProcedure
    .meta({
      created: '/api/agents/{id}',
      refusals: ['LIMIT_REACHED'],
      openapi: {
        method: 'POST',
        path: '/api/teams/{teamId}/agents',
        tags,
        summary: 'Create an agent',
        description: 'The answer carries the agent and its `token`, this once.',
      },
    })
    .input(CreateAgent)
    .output(AgentWithToken)
    .mutation(createAgent),
  get: readProcedure
    .meta({ openapi: { method: 'GET', path: '/api/agents/{agentId}', tags, summary: 'Get an agent' } })
    .input(AgentTarget)
    .output(Agent)
    .query(getAgent),
  update: manageProcedure
    .meta({
      openapi: {
        method: 'PATCH',
        path: '/api/agents/{agentId}',
        tags,
        summary: 'Rename, deactivate or reactivate an agent',
        description:
          'Deactivation invalidates the token at once and leaves the tasks of the agent as they are. Reactivation ' +
          'does not revive the token: rotate it.',
      },
    })
    .input(UpdateAgent)
    .output(Agent)
    .mutation(updateAgent),
  rotateToken: manageProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/api/agents/{agentId}/rotate-token',
        tags,
        summary: "Rotate an agent's token",
        description:
          'Every request that starts after this answer with the old token gets a 401. The answer carries the agent ' +
          'and its new `token`, this once.',
      },
    })
    .input(AgentTarget)
    .output(AgentWithToken)
    .mutation(rotateAgentToken),
  completions: readProcedure.input(AgentCompletionsQuery).output(AgentCompletions).query(countCompletions),
  overviews: readProcedure.input(DashboardPage).output(AgentOverviewPage).query(listAgentOverviews),
  summaries: readProcedure
    .input(z.strictObject({ teamId: ListAgents.shape.teamId }))
    .output(z.array(AgentSummary))
    .query(listAgentSummaries),
});
