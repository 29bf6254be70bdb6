import type { QueryClient } from '@tanstack/react-query';
import { cookies } from 'next/headers';
import type { SearchParams } from 'nuqs/server';
import { parseBoardFilters } from '#domain/board/board-filters.ts';
import { columnOptions } from '#domain/board/board-queries.ts';
import { firstStepsCookie, readFirstSteps } from '#domain/board/first-steps-state.ts';
import { boardStatuses } from '#domain/board/statuses.ts';
import { readTodoOrder, TODO_ORDER_COOKIE } from '#domain/board/todo-order.ts';
import { createServerTrpc } from '#lib/trpc/server.ts';

/** Prefetches what the board shows first. Returns the choices of the person that this browser keeps. */
export async function prefetchBoard(
  queryClient: QueryClient,
  teamId: string,
  searchParams: Promise<SearchParams>,
) {
  const trpc = createServerTrpc(queryClient, teamId);
  const store = await cookies();
  const todoOrder = readTodoOrder(store.get(TODO_ORDER_COOKIE)?.value);
  const firstSteps = readFirstSteps(store.get(firstStepsCookie(teamId))?.value);
  const filter = { teamId, ...parseBoardFilters(await searchParams) };
  await Promise.all([
    ...boardStatuses.map((status) =>
      queryClient.prefetchInfiniteQuery(columnOptions(trpc, filter, { status, todoOrder })),
    ),
    queryClient.prefetchQuery(trpc.board.counts.queryOptions(filter)),
    queryClient.prefetchQuery(trpc.events.activity.queryOptions({ teamId })),
    queryClient.prefetchQuery(trpc.teams.get.queryOptions({ teamId })),
    queryClient.prefetchQuery(trpc.projects.summaries.queryOptions({ teamId })),
    queryClient.prefetchQuery(trpc.agents.summaries.queryOptions({ teamId })),
    queryClient.prefetchQuery(trpc.members.names.queryOptions({ teamId })),
  ]);
  return { todoOrder, firstSteps };
}
