import type { AppRouter } from '@crewboard/api/router';
import type { BoardCursor, BoardFilter, TaskStatus } from '@crewboard/contracts';
import { infiniteQueryOptions } from '@tanstack/react-query';
import type { TRPCOptionsProxy } from '@trpc/tanstack-react-query';

const COLUMN_PAGE = 50;
/** Ends the key of a column, whose data is a list of pages. */
export const COLUMN_KEY = 'pages';

/** One column page by page: the same query for the server, which prefetches it, and for the browser. */
export function columnOptions(trpc: TRPCOptionsProxy<AppRouter>, filter: BoardFilter, status: TaskStatus) {
  const input = { ...filter, status, limit: COLUMN_PAGE };
  return infiniteQueryOptions({
    queryKey: [...trpc.board.column.queryKey(input), COLUMN_KEY],
    // tRPC's own infinite query also sends a `direction`, which the API refuses as an unknown field.
    queryFn: ({ client, pageParam, signal, meta }) => {
      const page = trpc.board.column.queryOptions({ ...input, cursor: pageParam });
      const { queryKey, queryFn } = page;
      if (typeof queryFn !== 'function') throw new Error('a page is always read');
      return queryFn({ client, queryKey, signal, meta });
    },
    // What stays the same keeps its identity already; comparing thousands of tasks for every change would be slow.
    structuralSharing: false,
    initialPageParam: null as BoardCursor | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
}
