'use client';

import { useQueryClient } from '@tanstack/react-query';

/** Makes a failed page again with nothing of what it was made of before: that may be why it failed. */
export function useRetryPage(retry: () => void): () => void {
  const queryClient = useQueryClient();
  return () => {
    queryClient.clear();
    retry();
  };
}
