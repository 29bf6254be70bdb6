import { cache } from 'react';
import { readAuditChoice } from '../../../../features/audit/audit-choice.ts';
import { auditOptions } from '../../../../features/audit/audit-query.ts';
import { problemOf } from '../../../../lib/problem-of.ts';
import { createQueryClient } from '../../../../lib/trpc/query-client.ts';
import { createServerTrpc } from '../../../../lib/trpc/server.ts';

type SearchParams = Promise<Record<string, string | string[] | undefined>>;

/** What the page shows first, and whether it is none of the reader's business. */
export async function loadAudit(teamId: string, searchParams: SearchParams) {
  const entries = Object.entries(await searchParams).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value]] : [],
  );
  return load(teamId, new URLSearchParams(entries).toString());
}

/** Once per request. */
const load = cache(async (teamId: string, search: string) => {
  const queryClient = createQueryClient();
  const trpc = createServerTrpc(queryClient, teamId);
  const audit = auditOptions(trpc, teamId, readAuditChoice(new URLSearchParams(search)));
  await Promise.all([
    queryClient.prefetchInfiniteQuery(audit),
    queryClient.prefetchQuery(trpc.agents.summaries.queryOptions({ teamId })),
    queryClient.prefetchQuery(trpc.apiKeys.list.queryOptions({ teamId })),
  ]);
  const error = queryClient.getQueryState(audit.queryKey)?.error;
  return { queryClient, isHidden: problemOf(error).code === 'FORBIDDEN' };
});
