import type { AppRouter } from '@crewboard/api/router';
import { signWebToken } from '@crewboard/app-secret';
import type { QueryClient } from '@tanstack/react-query';
import { createTRPCClient } from '@trpc/client';
import { createTRPCOptionsProxy } from '@trpc/tanstack-react-query';
import { cache } from 'react';
import { readSession } from '../auth/read-session.ts';
import { toClaims } from '../auth/to-claims.ts';
import { readEnv } from '../env.ts';
import { apiLink } from './api-client.ts';
import { omitDirection } from './omit-direction.ts';

/** After this time the page is rendered without the data, and the browser requests it. */
export const PREFETCH_TIMEOUT_MS = 1_500;

/**
 * The procedures of the API as query options, to prefetch data while a page is rendered. With a team, calls act as the
 * signed-in person; without one, as the web server.
 */
export function createServerTrpc(queryClient: QueryClient, teamId?: string) {
  // Read the end of the log before any data: the browser follows the log from there and misses no event.
  const client = createClient(teamId, () => (teamId ? loadLogEnd(teamId) : null));
  return createTRPCOptionsProxy<AppRouter>({ client, queryClient });
}

/** The end of the log of the team, read once per request before any data; null after any error. */
export const loadLogEnd = cache(async (teamId: string): Promise<string | null> => {
  try {
    return (await createClient(teamId).events.end.query({ teamId })).id;
  } catch {
    return null;
  }
});

function createClient(teamId?: string, before?: () => unknown) {
  async function getToken(): Promise<string> {
    await before?.();
    const claims = teamId ? toClaims(await readSession(), teamId) : null;
    // A public call has a token without claims: the API would count a call without a token against this server.
    return signWebToken(readEnv().appSecret, claims ?? {});
  }
  return createTRPCClient<AppRouter>({ links: [omitDirection, apiLink(getToken, PREFETCH_TIMEOUT_MS)] });
}
