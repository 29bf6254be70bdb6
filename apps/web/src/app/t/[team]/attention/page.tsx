import type { Metadata } from 'next';
import { HydrateClient } from '#lib/trpc/hydrate-client.tsx';
import { createQueryClient } from '#lib/trpc/query-client.ts';
import type { TeamPageProps } from '#lib/url/team-page-props.ts';
import { AttentionScreen } from './attention-screen.tsx';
import { prefetchAttention } from './prefetch-attention.ts';

export const metadata: Metadata = { title: 'Attention' };

export default async function AttentionPage({ params }: TeamPageProps) {
  const { team } = await params;
  const queryClient = createQueryClient();
  await prefetchAttention(queryClient, team);
  return (
    <HydrateClient queryClient={queryClient}>
      <AttentionScreen />
    </HydrateClient>
  );
}
