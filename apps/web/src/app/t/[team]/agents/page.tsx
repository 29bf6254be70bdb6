import type { Metadata } from 'next';
import { agentsOptions } from '#features/agents/data/agents-query.ts';
import { AgentList } from '#features/agents/list/agent-list.tsx';
import { HydrateClient } from '#lib/trpc/hydrate-client.tsx';
import { createQueryClient } from '#lib/trpc/query-client.ts';
import { createServerTrpc } from '#lib/trpc/server.ts';
import type { TeamPageProps } from '#lib/url/team-page-props.ts';

export const metadata: Metadata = { title: 'Agents' };

export default async function AgentsPage({ params }: TeamPageProps) {
  const { team } = await params;
  const queryClient = createQueryClient();
  const trpc = createServerTrpc(queryClient, team);
  await queryClient.prefetchQuery(agentsOptions(trpc, team));

  return (
    <HydrateClient queryClient={queryClient}>
      <AgentList />
    </HydrateClient>
  );
}
