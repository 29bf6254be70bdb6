import { useQueryClient } from '@tanstack/react-query';

/** Returns a function that renders a failed page again, without cached data, which may be the cause. */
export function useRetryPage(retry: () => void): () => void {
  const queryClient = useQueryClient();
  return () => {
    queryClient.clear();
    retry();
  };
}
