import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { problemOf, retryAfterSeconds } from '../problem-of.ts';

const MAX_RETRIES = 2;
/** Who would wait longer is told so instead. */
const MAX_WAIT_SECONDS = 10;

/** @param onError hears of every query and mutation that failed, beside whoever started it */
export function createQueryClient(onError?: (error: unknown) => void): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        // The browser must not ask again at once for what the server has just prefetched.
        staleTime: 5_000,
        // Crewboard often runs on the same machine or network: being offline says nothing about reaching it.
        networkMode: 'always',
        refetchOnReconnect: true,
        // What the API rejects it rejects the second time as well, unless it says when not.
        retry: (failures, error) => failures < MAX_RETRIES && isWorthRetrying(error),
        retryDelay: (failures, error) => (retryAfterSeconds(error) ?? 2 ** failures) * 1_000,
      },
      mutations: { networkMode: 'always' },
    },
  });
}

function isWorthRetrying(error: unknown): boolean {
  const seconds = retryAfterSeconds(error);
  return seconds ? seconds <= MAX_WAIT_SECONDS : problemOf(error).code === 'UNAVAILABLE';
}
