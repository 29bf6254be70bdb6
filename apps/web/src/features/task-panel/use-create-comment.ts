'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { showError } from '../../lib/show-error.ts';
import { useTRPC } from '../../lib/trpc/client.ts';

/** The comment is shown when the log tells of it; the history is read again in case nobody listens just now. */
export function useCreateComment(taskId: string, onCreated: (body: string) => void) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return useMutation(
    trpc.comments.create.mutationOptions({
      onSuccess: (_comment, { body }) => {
        onCreated(body);
        return queryClient.invalidateQueries({ queryKey: trpc.events.history.infiniteQueryKey({ taskId }) });
      },
      onError: showError,
    }),
  );
}
