import type { AppRouter } from '@crewboard/api/router';
import { signWebToken } from '@crewboard/app-secret';
import type { QueryClient } from '@tanstack/react-query';
import { createTRPCOptionsProxy } from '@trpc/tanstack-react-query';
import { readSession } from '../../lib/auth/read-session.ts';
import { readEnv } from '../../lib/env.ts';
import { createApiClient } from '../../lib/trpc/api-client.ts';

/** A page that waits longer than this shows what it has and lets the browser ask again. */
const PREFETCH_TIMEOUT_MS = 1_500;

/** Reads the sessions of the person for the page, outside of any team. */
export async function prefetchSessions(queryClient: QueryClient): Promise<void> {
  const session = await readSession();
  if (!session) return;
  const client = createApiClient(await signWebToken(readEnv().appSecret, { session }), PREFETCH_TIMEOUT_MS);
  const trpc = createTRPCOptionsProxy<AppRouter>({ client, queryClient });
  await queryClient.prefetchQuery(trpc.accounts.sessions.queryOptions());
}
