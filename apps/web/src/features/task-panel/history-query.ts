import type { AppRouter } from '@crewboard/api/router';
import { infiniteQueryOptions } from '@tanstack/react-query';
import type { TRPCOptionsProxy } from '@trpc/tanstack-react-query';

const PAGE_LENGTH = 30;

/** The life of a task from its end backwards: the same query for the server, which prefetches it, and the browser. */
export function historyOptions(trpc: TRPCOptionsProxy<AppRouter>, taskId: string) {
  const input = { taskId, limit: PAGE_LENGTH };
  return infiniteQueryOptions({
    queryKey: [...trpc.events.history.queryKey(input), 'pages'],
    // tRPC's own infinite query also sends a `direction`, which the API refuses as an unknown field.
    queryFn: ({ client, pageParam, signal, meta }) => {
      const { queryKey, queryFn } = trpc.events.history.queryOptions({ ...input, cursor: pageParam });
      if (typeof queryFn !== 'function') throw new Error('a page is always read');
      return queryFn({ client, queryKey, signal, meta });
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
}
