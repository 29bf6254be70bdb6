import type { Metadata } from 'next';
import type { SearchParams } from 'nuqs/server';
import { parseBoardFilters } from '#domain/board/board-filters.ts';
import { HydrateClient } from '#lib/trpc/hydrate-client.tsx';
import { createQueryClient } from '#lib/trpc/query-client.ts';
import { BoardScreen } from './board-screen.tsx';
import { prefetchBoard } from './prefetch-board.ts';

export const metadata: Metadata = { title: 'Board' };

interface BoardPageProps {
  params: Promise<{ team: string }>;
  searchParams: Promise<SearchParams>;
}

export default async function BoardPage({ params, searchParams }: BoardPageProps) {
  const { team } = await params;
  const queryClient = createQueryClient();
  const choices = await prefetchBoard(queryClient, team, parseBoardFilters(await searchParams));

  return (
    <HydrateClient queryClient={queryClient}>
      <BoardScreen choices={choices} />
    </HydrateClient>
  );
}
