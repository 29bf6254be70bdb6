import type { Metadata } from 'next';
import { readEnv } from '../../../../lib/env.ts';
import { HydrateClient } from '../../../../lib/trpc/hydrate-client.tsx';
import { createQueryClient } from '../../../../lib/trpc/query-client.ts';
import { BoardScreen } from './board-screen.tsx';
import { choiceOf, prefetchBoard, type SearchParams } from './prefetch-board.ts';

export const metadata: Metadata = { title: 'Board' };

interface BoardPageProps {
  params: Promise<{ team: string }>;
  searchParams: SearchParams;
}

export default async function BoardPage({ params, searchParams }: BoardPageProps) {
  const { team } = await params;
  const queryClient = createQueryClient();
  await prefetchBoard(queryClient, team, await choiceOf(searchParams));

  return (
    <HydrateClient queryClient={queryClient}>
      <BoardScreen apiUrl={readEnv().publicApiUrl} />
    </HydrateClient>
  );
}
