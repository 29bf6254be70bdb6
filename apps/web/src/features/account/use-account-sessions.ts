'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { showError } from '../../lib/show-error.ts';
import { useTRPC } from '../../lib/trpc/client.ts';

/** Sessions begin and end elsewhere, and nothing tells this page. */
const REFRESH_MS = 30_000;

export function useAccountSessions() {
  const trpc = useTRPC();
  return useQuery(trpc.accounts.sessions.queryOptions(undefined, { refetchInterval: REFRESH_MS }));
}

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
