import type { QueryClient } from '@tanstack/react-query';
import { type BoardChoice, readBoardChoice } from '../../../../domain/board/board-filter.ts';
import { columnOptions } from '../../../../domain/board/board-queries.ts';
import { boardStatuses } from '../../../../domain/board/statuses.ts';
import { createServerTrpc } from '../../../../lib/trpc/server.ts';

export type SearchParams = Promise<Record<string, string | string[] | undefined>>;

export async function choiceOf(searchParams: SearchParams): Promise<BoardChoice> {
  const entries = Object.entries(await searchParams).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value]] : [],
  );
  return readBoardChoice(new URLSearchParams(entries));
}

/** Everything that the board shows first, read side by side. */
export async function prefetchBoard(queryClient: QueryClient, teamId: string, choice: BoardChoice) {
  const trpc = createServerTrpc(queryClient, teamId);
  const filter = { teamId, ...choice };
  await Promise.all([
    ...boardStatuses.map((status) => queryClient.prefetchInfiniteQuery(columnOptions(trpc, filter, status))),
    queryClient.prefetchQuery(trpc.board.counts.queryOptions(filter)),
    queryClient.prefetchQuery(trpc.events.activity.queryOptions({ teamId })),
    queryClient.prefetchQuery(trpc.projects.summaries.queryOptions({ teamId })),
    queryClient.prefetchQuery(trpc.agents.summaries.queryOptions({ teamId })),
  ]);
}
