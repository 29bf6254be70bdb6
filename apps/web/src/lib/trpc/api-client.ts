import type { AppRouter } from '@crewboard/api/router';
import { createTRPCClient, httpLink, type TRPCClient } from '@trpc/client';
import { readEnv } from '../env.ts';
import { uncompressedHeaders } from './uncompressed-headers.ts';

const TIMEOUT_MS = 5_000;

/** A client for calls of this server itself to the API, such as the sign-in. */
export function createApiClient(token: string, timeoutMs = TIMEOUT_MS): TRPCClient<AppRouter> {
  return createTRPCClient<AppRouter>({
    links: [
      httpLink({
        url: `${readEnv().apiUrl}/trpc`,
        headers: { Authorization: `Bearer ${token}`, ...uncompressedHeaders },
        fetch: (url, options) =>
          fetch(url, { ...options, cache: 'no-store', signal: AbortSignal.timeout(timeoutMs) }),
      }),
    ],
  });
}
