import type { AppRouter } from '@crewboard/api/router';
import type { BoardFilter, TaskStatus } from '@crewboard/contracts';
import type { TRPCOptionsProxy } from '@trpc/tanstack-react-query';

const COLUMN_PAGE = 50;

/** One column page by page: the same query for the server, which prefetches it, and for the browser. */
export function columnOptions(trpc: TRPCOptionsProxy<AppRouter>, filter: BoardFilter, status: TaskStatus) {
  return trpc.board.column.infiniteQueryOptions(
    { ...filter, status, limit: COLUMN_PAGE },
    {
      // Unchanged tasks keep their identity already; comparing thousands of tasks for every change would be slow.
      structuralSharing: false,
      getNextPageParam: ({ nextCursor }) => nextCursor,
    },
  );
}
