import type { Metadata } from 'next';
import { readEnv } from '../../../../../../lib/env.ts';
import { HydrateClient } from '../../../../../../lib/trpc/hydrate-client.tsx';
import { BoardScreen } from '../../board-screen.tsx';
import { choiceOf, prefetchBoard, type SearchParams } from '../../prefetch-board.ts';

export const metadata: Metadata = { title: 'Task' };

interface TaskPageProps {
  params: Promise<{ team: string; taskId: string }>;
  searchParams: SearchParams;
}

export default async function TaskPage({ params, searchParams }: TaskPageProps) {
  const { team, taskId } = await params;
  return (
    <HydrateClient queryClient={await prefetchBoard(team, await choiceOf(searchParams), taskId)}>
      <BoardScreen apiUrl={readEnv().publicApiUrl} />
    </HydrateClient>
  );
}
