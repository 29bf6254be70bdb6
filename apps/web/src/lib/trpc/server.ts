import type { AppRouter } from '@crewboard/api/router';
import type { QueryClient } from '@tanstack/react-query';
import { createTRPCClient, httpLink } from '@trpc/client';
import { createTRPCOptionsProxy } from '@trpc/tanstack-react-query';
import { readEnv } from '../env.ts';

/** A page that waits longer than this shows what it has and lets the browser ask again. */
const PREFETCH_TIMEOUT_MS = 1_500;

/** The API's procedures as query options, for prefetching while a page is rendered. */
export function createServerTrpc(queryClient: QueryClient) {
  const client = createTRPCClient<AppRouter>({
    links: [
      httpLink({
        url: `${readEnv().apiUrl}/trpc`,
        fetch: (url, options) =>
          fetch(url, { ...options, cache: 'no-store', signal: AbortSignal.timeout(PREFETCH_TIMEOUT_MS) }),
      }),
    ],
  });
  return createTRPCOptionsProxy<AppRouter>({ client, queryClient });
}
