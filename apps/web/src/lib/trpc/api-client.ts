import type { AppRouter } from '@crewboard/api/router';
import { createTRPCClient, httpLink, type TRPCClient } from '@trpc/client';
import { readEnv } from '../env.ts';
import { uncompressedHeaders } from './uncompressed-headers.ts';

const TIMEOUT_MS = 5_000;

/** A client for calls of this server itself to the API, such as the sign-in. */
export const createApiClient = (token: string, timeoutMs = TIMEOUT_MS): TRPCClient<AppRouter> =>
  createTRPCClient<AppRouter>({ links: [apiLink(() => token, timeoutMs)] });

/** The link for calls of this server to the API. `getToken` returns the bearer token of a call. */
export const apiLink = (getToken: () => string | Promise<string>, timeoutMs: number) =>
  httpLink<AppRouter>({
    url: `${readEnv().apiUrl}/trpc`,
    headers: async () => ({ Authorization: `Bearer ${await getToken()}`, ...uncompressedHeaders }),
    fetch: (url, options) =>
      fetch(url, { ...options, cache: 'no-store', signal: AbortSignal.timeout(timeoutMs) }),
  });
