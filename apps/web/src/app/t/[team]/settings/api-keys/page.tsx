import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { KeyList } from '../../../../../features/api-keys/key-list.tsx';
import { readEnv } from '../../../../../lib/env.ts';
import { HydrateClient } from '../../../../../lib/trpc/hydrate-client.tsx';
import { createQueryClient } from '../../../../../lib/trpc/query-client.ts';
import { createServerTrpc } from '../../../../../lib/trpc/server.ts';

export const metadata: Metadata = { title: 'API keys' };

export default async function ApiKeysPage({ params }: { params: Promise<{ team: string }> }) {
  const { team } = await params;
  const queryClient = createQueryClient();
  const trpc = createServerTrpc(queryClient, team);
  const keys = trpc.apiKeys.list.queryOptions({ teamId: team });
  await queryClient.prefetchQuery(keys);
  if (queryClient.getQueryState(keys.queryKey)?.error?.data?.problem?.code === 'FORBIDDEN') notFound();

  return (
    <HydrateClient queryClient={queryClient}>
      <KeyList apiUrl={readEnv().publicApiUrl} />
    </HydrateClient>
  );
}
