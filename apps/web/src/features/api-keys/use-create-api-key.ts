'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { showError } from '../../lib/show-error.ts';
import { useTRPC } from '../../lib/trpc/client.ts';

/** The answer holds the key: no cache keeps it once the dialog that asked is gone. */
export function useCreateApiKey() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return useMutation(
    trpc.apiKeys.create.mutationOptions({
      gcTime: 0,
      onSuccess: () => void queryClient.invalidateQueries({ queryKey: trpc.apiKeys.pathKey() }),
      onError: showError,
    }),
  );
}
