'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTeam } from '../../domain/team/team.tsx';
import { showError } from '../../lib/show-error.ts';
import { useTRPC } from '../../lib/trpc/client.ts';

export function useRevokeApiKey() {
  const trpc = useTRPC();
  const team = useTeam();
  const queryClient = useQueryClient();
  return useMutation(
    trpc.apiKeys.revoke.mutationOptions({
      onSuccess(revoked) {
        const queryKey = trpc.apiKeys.list.queryKey({ teamId: team.id });
        queryClient.setQueryData(queryKey, (keys) =>
          keys?.map((key) => (key.id === revoked.id ? revoked : key)),
        );
        void queryClient.invalidateQueries({ queryKey });
      },
      onError: showError,
    }),
  );
}
