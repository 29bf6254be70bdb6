'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { showError } from '../../lib/show-error.ts';
import { useTRPC } from '../../lib/trpc/client.ts';

export function useRevokeSession() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { queryKey } = trpc.accounts.sessions.queryOptions();
  return useMutation(
    trpc.accounts.revokeSession.mutationOptions({
      onSuccess(_result, { sessionId }) {
        queryClient.setQueryData(queryKey, (sessions) => sessions?.filter(({ id }) => id !== sessionId));
      },
      onError: showError,
      onSettled: () => queryClient.invalidateQueries({ queryKey }),
    }),
  );
}

export function useRevokeOtherSessions() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { queryKey } = trpc.accounts.sessions.queryOptions();
  return useMutation(
    trpc.accounts.revokeOtherSessions.mutationOptions({
      onSuccess: () =>
        queryClient.setQueryData(queryKey, (sessions) => sessions?.filter(({ isCurrent }) => isCurrent)),
      onError: showError,
      onSettled: () => queryClient.invalidateQueries({ queryKey }),
    }),
  );
}
