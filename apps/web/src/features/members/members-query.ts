import type { AppRouter } from '@crewboard/api/router';
import { infiniteQueryOptions } from '@tanstack/react-query';
import type { TRPCOptionsProxy } from '@trpc/tanstack-react-query';

const PAGE_LENGTH = 50;
/** When people were last active goes stale by itself; changes of members come as events. */
const REFRESH_MS = 30_000;

/** The members of the team by name: the same query for the server, which prefetches it, and the browser. */
export function membersOptions(trpc: TRPCOptionsProxy<AppRouter>, teamId: string) {
  return infiniteQueryOptions({
    queryKey: [...trpc.members.list.pathKey(), teamId],
    // tRPC's own infinite query also sends a `direction`, which the API refuses as an unknown field.
    queryFn: ({ client, pageParam, signal, meta }) => {
      const input = { teamId, limit: PAGE_LENGTH, cursor: pageParam };
      const { queryKey, queryFn } = trpc.members.list.queryOptions(input);
      if (typeof queryFn !== 'function') throw new Error('a page is always read');
      return queryFn({ client, queryKey, signal, meta });
    },
    refetchInterval: REFRESH_MS,
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
}
