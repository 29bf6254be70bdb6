import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTeam } from '#domain/team/team.tsx';
import { showError } from '#lib/notices/show-error.ts';
import { useTRPC } from '#lib/trpc/client.ts';

function useKeyListQueryKey() {
  return useTRPC().apiKeys.list.queryKey({ teamId: useTeam().id });
}

/** Creates a key. `gcTime: 0`: no cache keeps the secret in the response. */
export function useCreateApiKey() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const queryKey = useKeyListQueryKey();
  return useMutation(
    trpc.apiKeys.create.mutationOptions({
      gcTime: 0,
      onSuccess: () => void queryClient.invalidateQueries({ queryKey }),
      onError: showError,
    }),
  );
}

/** Revokes a key. The list shows it as revoked at once, before it is refetched. */
export function useRevokeApiKey() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const queryKey = useKeyListQueryKey();
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
