import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { AuditLog } from '#features/audit/audit-log.tsx';
import { auditOptions } from '#features/audit/audit-query.ts';
import { parseAuditFilters } from '#features/audit/filters/audit-filters.ts';
import { toDisplayedProblem } from '#lib/failures/problem-of.ts';
import { HydrateClient } from '#lib/trpc/hydrate-client.tsx';
import { createQueryClient } from '#lib/trpc/query-client.ts';
import { createServerTrpc } from '#lib/trpc/server.ts';
import type { TeamPageProps } from '#lib/url/team-page-props.ts';

export const metadata: Metadata = { title: 'Audit' };

export default async function AuditPage({ params, searchParams }: TeamPageProps) {
  const { team: teamId } = await params;
  const queryClient = createQueryClient();
  const trpc = createServerTrpc(queryClient, teamId);
  const audit = auditOptions(trpc, teamId, parseAuditFilters(await searchParams));
  await Promise.all([
    queryClient.prefetchInfiniteQuery(audit),
    queryClient.prefetchQuery(trpc.agents.summaries.queryOptions({ teamId })),
    queryClient.prefetchQuery(trpc.apiKeys.list.queryOptions({ teamId })),
  ]);
  if (toDisplayedProblem(queryClient.getQueryState(audit.queryKey)?.error).code === 'FORBIDDEN') notFound();

  return (
    <HydrateClient queryClient={queryClient}>
      <AuditLog />
    </HydrateClient>
  );
}
