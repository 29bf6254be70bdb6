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
 * The API's procedures as query options, for prefetching while a page is rendered: with a team for whoever is
 * signed in, without one for everybody.
 */
export function createServerTrpc(queryClient: QueryClient, teamId?: string) {
  // What a page reads is read after the end of the log is known, so that the browser can go on from there.
  const client = createClient(teamId, () => (teamId ? loadLogEnd(teamId) : null));
  return createTRPCOptionsProxy<AppRouter>({ client, queryClient });
}

/** Where the team's log ended before anything else was read for this request; null when the API was not reached. */
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

/** Without a team or a session for what is public: the API counts a call without a credential against this server. */
async function authorization(teamId?: string): Promise<{ Authorization: string }> {
  const claims = teamId ? toClaims(await readSession(), teamId) : null;
  return { Authorization: `Bearer ${await signWebToken(readEnv().appSecret, claims ?? {})}` };
}
