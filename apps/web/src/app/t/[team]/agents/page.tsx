import type { Metadata } from 'next';
import { AgentList } from '#features/agents/agent-list.tsx';
import { agentsOptions } from '#features/agents/agents-query.ts';
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
