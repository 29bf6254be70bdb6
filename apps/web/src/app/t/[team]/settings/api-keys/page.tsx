import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { cache } from 'react';
import { KeyList } from '#features/api-keys/key-list.tsx';
import { HydrateClient } from '#lib/trpc/hydrate-client.tsx';
import { createQueryClient } from '#lib/trpc/query-client.ts';
import { createServerTrpc } from '#lib/trpc/server.ts';
import type { TeamPageProps } from '#lib/url/team-page-props.ts';

/** Cached per request, for the title and the page. */
const loadKeys = cache(async (team: string) => {
  const queryClient = createQueryClient();
  const keys = createServerTrpc(queryClient, team).apiKeys.list.queryOptions({ teamId: team });
  await queryClient.prefetchQuery(keys);
  const code = queryClient.getQueryState(keys.queryKey)?.error?.data?.problem?.code;
  return { queryClient, isForbidden: code === 'FORBIDDEN' };
});

export async function generateMetadata({ params }: TeamPageProps): Promise<Metadata> {
  const { isForbidden } = await loadKeys((await params).team);
  return { title: isForbidden ? 'Not found' : 'API keys' };
}

export default async function ApiKeysPage({ params }: TeamPageProps) {
  const { queryClient, isForbidden } = await loadKeys((await params).team);
  if (isForbidden) notFound();

  return (
    <HydrateClient queryClient={queryClient}>
      <KeyList />
    </HydrateClient>
  );
}
