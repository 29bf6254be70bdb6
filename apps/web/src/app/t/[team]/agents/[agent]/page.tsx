import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { cache } from 'react';
import { columnOptions } from '#domain/board/board-queries.ts';
import { agentsOptions } from '#features/agents/data/agents-query.ts';
import { AgentDetails } from '#features/agents/details/agent-details.tsx';
import { statusOrder } from '#features/agents/details/status-order.ts';
import { HydrateClient } from '#lib/trpc/hydrate-client.tsx';
import { createQueryClient } from '#lib/trpc/query-client.ts';
import { createServerTrpc } from '#lib/trpc/server.ts';
import type { TeamPageProps } from '#lib/url/team-page-props.ts';

/** Cached per request, for the title and the page; without agents if the API could not be reached. */
const loadAgents = cache(async (team: string) => {
  const queryClient = createQueryClient();
  const trpc = createServerTrpc(queryClient, team);
  const overviews = agentsOptions(trpc, team);
  await queryClient.prefetchQuery(overviews);
  return { queryClient, trpc, agents: queryClient.getQueryData(overviews.queryKey) };
});

export async function generateMetadata({ params }: TeamPageProps<'agent'>): Promise<Metadata> {
  const { team, agent } = await params;
  const { agents } = await loadAgents(team);
  const name = agents?.find(({ id }) => id === agent)?.name;
  return { title: name ?? (agents ? 'Not found' : 'Agent') };
}

export default async function AgentPage({ params }: TeamPageProps<'agent'>) {
  const { team, agent } = await params;
  const { queryClient, trpc, agents } = await loadAgents(team);
  if (agents && !agents.some(({ id }) => id === agent)) notFound();

  await Promise.all([
    // The zone of the browser is not known yet: the chart begins in UTC.
    queryClient.prefetchQuery(trpc.agents.completions.queryOptions({ agentId: agent, timeZone: 'UTC' })),
    queryClient.prefetchQuery(trpc.agents.failures.queryOptions({ agentId: agent })),
    queryClient.prefetchQuery(trpc.board.counts.queryOptions({ teamId: team, agentId: agent })),
    ...statusOrder.map((status) =>
      queryClient.prefetchInfiniteQuery(
        columnOptions(trpc, { teamId: team, agentId: agent }, { status, todoOrder: 'queue' }),
      ),
    ),
  ]);

  return (
    <HydrateClient queryClient={queryClient}>
      <AgentDetails agentId={agent} />
    </HydrateClient>
  );
}
