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

/** After this time the page is rendered without the data, and the browser requests it. */
const PREFETCH_TIMEOUT_MS = 1_500;

/**
 * The procedures of the API as query options, to prefetch data while a page is rendered. With a team, calls act as the
 * signed-in person; without one, as the web server.
 */
export function createServerTrpc(queryClient: QueryClient, teamId?: string) {
  // Read the end of the log before any data: the browser follows the log from there and misses no event.
  const client = createClient(teamId, () => (teamId ? loadLogEnd(teamId) : null));
  return createTRPCOptionsProxy<AppRouter>({ client, queryClient });
}

/** The end of the log of the team, read once per request before any data; null if the API cannot be reached. */
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

/** The header of every call. A public call has a token without claims: the API counts calls without one against this server. */
async function authorization(teamId?: string): Promise<{ Authorization: string }> {
  const claims = teamId ? toClaims(await readSession(), teamId) : null;
  return { Authorization: `Bearer ${await signWebToken(readEnv().appSecret, claims ?? {})}` };
}
