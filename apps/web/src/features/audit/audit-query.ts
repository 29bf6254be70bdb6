import type { AppRouter } from '@crewboard/api/router';
import type { TRPCOptionsProxy } from '@trpc/tanstack-react-query';
import { serviceNow } from '#lib/time/service-clock.ts';
import { type AuditFilters, toApiFilter } from './filters/audit-filters.ts';

const PAGE_LENGTH = 50;

/**
 * The events under the filters, the newest first: the same query for the server, which prefetches it, and the browser.
 */
export function auditOptions(trpc: TRPCOptionsProxy<AppRouter>, teamId: string, filters: AuditFilters) {
  const options = trpc.events.audit.infiniteQueryOptions(
    { ...toApiFilter(filters, new Date(serviceNow())), teamId, limit: PAGE_LENGTH },
    {
      // New events appear on request.
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      getNextPageParam: ({ nextCursor }) => nextCursor,
    },
  );
  // The key has the name of a period, not its start, which moves on with the clock: the cache keeps one entry for it.
  const queryKey: unknown[] = [...trpc.events.audit.pathKey(), teamId, filters];
  return { ...options, queryKey: queryKey as unknown as typeof options.queryKey };
}
