'use client';

import { useQueryClient } from '@tanstack/react-query';

/** Renders a failed page again without cached data, which may be the cause. */
export function useRetryPage(retry: () => void): () => void {
  const queryClient = useQueryClient();
  return () => {
    queryClient.clear();
    retry();
  };
}
