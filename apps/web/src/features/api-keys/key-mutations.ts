'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTeam } from '#domain/team/team.tsx';
import { showError } from '#lib/notices/show-error.ts';
import { useTRPC } from '#lib/trpc/client.ts';

function useApiKeysKey() {
  return useTRPC().apiKeys.list.queryKey({ teamId: useTeam().id });
}

/** `gcTime: 0`: no cache keeps the key in the response. */
export function useCreateApiKey() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const queryKey = useApiKeysKey();
  return useMutation(
    trpc.apiKeys.create.mutationOptions({
      gcTime: 0,
      onSuccess: () => void queryClient.invalidateQueries({ queryKey }),
      onError: showError,
    }),
  );
}

export function useRevokeApiKey() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const queryKey = useApiKeysKey();
  return useMutation(
    trpc.apiKeys.revoke.mutationOptions({
      onSuccess(revoked) {
        const replace = (key: typeof revoked) => (key.id === revoked.id ? revoked : key);
        queryClient.setQueryData(queryKey, (keys) => keys?.map(replace));
        void queryClient.invalidateQueries({ queryKey });
      },
      onError: showError,
    }),
  );
}
