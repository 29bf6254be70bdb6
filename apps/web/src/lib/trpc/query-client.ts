import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { problemOf } from '../problem-of.ts';

const MAX_RETRIES = 2;

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
        // What the API refuses it refuses the second time as well.
        retry: (failures, error) => failures < MAX_RETRIES && problemOf(error).code === 'UNAVAILABLE',
      },
      mutations: { networkMode: 'always' },
    },
  });
}
