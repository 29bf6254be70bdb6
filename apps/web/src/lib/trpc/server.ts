import type { AppRouter } from '@crewboard/api/router';
import { signWebToken } from '@crewboard/app-secret';
import type { QueryClient } from '@tanstack/react-query';
import { createTRPCClient, httpLink } from '@trpc/client';
import { createTRPCOptionsProxy } from '@trpc/tanstack-react-query';
import { cache } from 'react';
import { readSession } from '../auth/read-session.ts';
import { toClaims } from '../auth/to-claims.ts';
import { readEnv } from '../env.ts';
import { omitDirection } from './omit-direction.ts';
import { uncompressedHeaders } from './uncompressed-headers.ts';

/** After this time the page is rendered without the data, which the browser then requests. */
const PREFETCH_TIMEOUT_MS = 1_500;

/**
 * The procedures of the API as query options, for prefetching while a page is rendered: with a team as the signed-in
 * person, without one as the web server.
 */
export function createServerTrpc(queryClient: QueryClient, teamId?: string) {
  // Read the end of the log before anything else, so that the browser can continue from there.
  const client = createClient(teamId, () => (teamId ? loadLogEnd(teamId) : null));
  return createTRPCOptionsProxy<AppRouter>({ client, queryClient });
}

/** The end of the log of the team before anything else was read for this request; null if the API was not reached. */
export const loadLogEnd = cache(async (teamId: string): Promise<string | null> => {
  try {
    return (await createClient(teamId).events.end.query({ teamId })).id;
  } catch {
    return null;
  }
});

function createClient(teamId?: string, before?: () => unknown) {
  return createTRPCClient<AppRouter>({
    links: [
      omitDirection,
      httpLink({
        url: `${readEnv().apiUrl}/trpc`,
        async headers() {
          await before?.();
          return { ...(await authorization(teamId)), ...uncompressedHeaders };
        },
        fetch: (url, options) =>
          fetch(url, { ...options, cache: 'no-store', signal: AbortSignal.timeout(PREFETCH_TIMEOUT_MS) }),
      }),
    ],
  });
}

/** Also for public calls, without claims: the API counts a call without a credential against this server. */
async function authorization(teamId?: string): Promise<{ Authorization: string }> {
  const claims = teamId ? toClaims(await readSession(), teamId) : null;
  return { Authorization: `Bearer ${await signWebToken(readEnv().appSecret, claims ?? {})}` };
}
