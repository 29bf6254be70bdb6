import type { AppRouter } from '@crewboard/api/router';
import { createTRPCClient, httpLink, retryLink, type TRPCClient } from '@trpc/client';
import { readEnv } from '../env.ts';
import { toDisplayedProblem } from '../failures/problem-of.ts';
import { uncompressedHeaders } from './uncompressed-headers.ts';

const TIMEOUT_MS = 5_000;
const RETRY_DELAY_MS = 500;

/**
 * A client for calls of this server itself to the API, such as the sign-in. A query that did not reach the API, or
 * found it busy, is sent once more: a connection that ended while the API restarts, or a machine that stood still, would
 * fail the whole page.
 */
export const createApiClient = (token: string, timeoutMs = TIMEOUT_MS): TRPCClient<AppRouter> =>
  createTRPCClient<AppRouter>({
    links: [
      retryLink({
        retry: ({ op, error, attempts }) =>
          op.type === 'query' && attempts === 1 && toDisplayedProblem(error).code === 'UNAVAILABLE',
        retryDelayMs: () => RETRY_DELAY_MS,
      }),
      apiLink(() => token, timeoutMs),
    ],
  });

/** The link for calls of this server to the API. `getToken` returns the bearer token of a call. */
export const apiLink = (getToken: () => string | Promise<string>, timeoutMs: number) =>
  httpLink<AppRouter>({
    url: `${readEnv().apiUrl}/trpc`,
    headers: async () => ({ Authorization: `Bearer ${await getToken()}`, ...uncompressedHeaders }),
    fetch: (url, options) =>
      fetch(url, { ...options, cache: 'no-store', signal: AbortSignal.timeout(timeoutMs) }),
  });
