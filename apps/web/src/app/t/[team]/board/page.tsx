import type { Metadata } from 'next';
import { readEnv } from '../../../../lib/env.ts';
import { HydrateClient } from '../../../../lib/trpc/hydrate-client.tsx';
import { BoardScreen } from './board-screen.tsx';
import { choiceOf, prefetchBoard, type SearchParams } from './prefetch-board.ts';

export const metadata: Metadata = { title: 'Board' };

interface BoardPageProps {
  params: Promise<{ team: string }>;
  searchParams: SearchParams;
}

export default async function BoardPage({ params, searchParams }: BoardPageProps) {
  const { team } = await params;
  return (
    <HydrateClient queryClient={await prefetchBoard(team, await choiceOf(searchParams))}>
      <BoardScreen apiUrl={readEnv().publicApiUrl} />
    </HydrateClient>
  );
}
