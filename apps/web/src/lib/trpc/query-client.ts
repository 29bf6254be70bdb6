import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { retryAfterSeconds, toDisplayedProblem } from '../failures/problem-of.ts';

const MAX_RETRIES = 2;
/** Show the error instead of a longer wait. */
const MAX_WAIT_SECONDS = 10;

/**
 * The query client of a page, or of the server while it renders one.
 * @param onError called for every failed query and mutation
 */
export function createQueryClient(onError?: (error: unknown) => void): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        // The browser must not at once refetch the data that the server has prefetched.
        staleTime: 5_000,
        // Crewboard often runs on the same machine or network, and is reachable while offline.
        networkMode: 'always',
        refetchOnReconnect: true,
        // The API would reject a rejected request again, unless it says when to retry.
        // The server does not wait: it renders the page without the data, which the browser then requests.
        retry: typeof window !== 'undefined' && retryInBrowser,
        retryDelay: (failures, error) => (retryAfterSeconds(error) ?? 2 ** failures) * 1_000,
      },
      mutations: { networkMode: 'always' },
    },
  });
}

const retryInBrowser = (failures: number, error: unknown): boolean =>
  failures < MAX_RETRIES && isWorthRetrying(error);

function isWorthRetrying(error: unknown): boolean {
  const seconds = retryAfterSeconds(error);
  return seconds ? seconds <= MAX_WAIT_SECONDS : toDisplayedProblem(error).code === 'UNAVAILABLE';
}
