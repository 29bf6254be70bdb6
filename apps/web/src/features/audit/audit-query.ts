import type { AppRouter } from '@crewboard/api/router';
import { infiniteQueryOptions } from '@tanstack/react-query';
import type { TRPCOptionsProxy } from '@trpc/tanstack-react-query';
import { type AuditChoice, filterOf } from './audit-choice.ts';

const PAGE_LENGTH = 50;

/** The log from its end backwards: the same query for the server, which prefetches it, and the browser. */
export function auditOptions(trpc: TRPCOptionsProxy<AppRouter>, teamId: string, choice: AuditChoice) {
  return infiniteQueryOptions({
    // A period stands here by its name: where it begins moves on with the clock.
    queryKey: [...trpc.events.audit.pathKey(), teamId, choice],
    // tRPC's own infinite query also sends a `direction`, which the API refuses as an unknown field.
    queryFn: ({ client, pageParam, signal, meta }) => {
      const input = { ...filterOf(choice, new Date()), teamId, limit: PAGE_LENGTH, cursor: pageParam };
      const { queryKey, queryFn } = trpc.events.audit.queryOptions(input);
      if (typeof queryFn !== 'function') throw new Error('a page is always read');
      return queryFn({ client, queryKey, signal, meta });
    },
    // It stands still while somebody reads.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
}
