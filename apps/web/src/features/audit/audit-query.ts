import type { AppRouter } from '@crewboard/api/router';
import type { TRPCOptionsProxy } from '@trpc/tanstack-react-query';
import { serviceNow } from '#lib/time/service-clock.ts';
import { type AuditFilters, toApiFilter } from './audit-filters.ts';

const PAGE_LENGTH = 50;

/** The audit, the newest first: the same query for the server, which prefetches it, and the browser. */
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
  // A period is in the key by its name, because its start moves on with the clock.
  const queryKey: unknown[] = [...trpc.events.audit.pathKey(), teamId, filters];
  return { ...options, queryKey: queryKey as unknown as typeof options.queryKey };
}
