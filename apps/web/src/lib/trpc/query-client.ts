import { QueryClient } from '@tanstack/react-query';

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // The browser must not ask again at once for what the server has just prefetched.
        staleTime: 5_000,
        // Crewboard often runs on the same machine or network: being offline says nothing about reaching it.
        networkMode: 'always',
      },
    },
  });
}
