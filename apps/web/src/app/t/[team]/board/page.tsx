import type { Metadata } from 'next';
import { HydrateClient } from '#lib/trpc/hydrate-client.tsx';
import { createQueryClient } from '#lib/trpc/query-client.ts';
import type { TeamPageProps } from '#lib/url/team-page-props.ts';
import { BoardScreen } from './board-screen.tsx';
import { prefetchBoard } from './prefetch-board.ts';

export const metadata: Metadata = { title: 'Board' };

export default async function BoardPage({ params, searchParams }: TeamPageProps) {
  const { team } = await params;
  const queryClient = createQueryClient();
  const choices = await prefetchBoard(queryClient, team, searchParams);

  return (
    <HydrateClient queryClient={queryClient}>
      <BoardScreen choices={choices} />
    </HydrateClient>
  );
}
