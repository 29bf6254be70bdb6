import type { AppRouter } from '@crewboard/api/router';
import type { TRPCOptionsProxy } from '@trpc/tanstack-react-query';
import type { BoardFilters } from '#domain/board/board-filters.ts';

const pageLength = 50;

type Filters = Pick<BoardFilters, 'projectId' | 'search'>;

/** The archived tasks, the last archived first: the same query for the server, which prefetches it, and the browser. */
export const archiveOptions = (
  trpc: TRPCOptionsProxy<AppRouter>,
  teamId: string,
  { projectId, search }: Filters,
) =>
  trpc.tasks.archived.infiniteQueryOptions(
    { teamId, projectId, search, limit: pageLength },
    { getNextPageParam: ({ nextCursor }) => nextCursor },
  );
