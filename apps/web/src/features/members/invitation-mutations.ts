import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTeam } from '#domain/team/team.tsx';
import { showError } from '#lib/notices/show-error.ts';
import { showSuccess } from '#lib/notices/show-success.ts';
import { useTRPC } from '#lib/trpc/client.ts';

function useInvitationsQueryKey() {
  return useTRPC().invitations.list.queryKey({ teamId: useTeam().id });
}

/** Creates an invitation. `gcTime: 0`: no cache keeps the secret in the response. */
export function useCreateInvitation() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const queryKey = useInvitationsQueryKey();
  return useMutation(
    trpc.invitations.create.mutationOptions({
      gcTime: 0,
      onSuccess: () => void queryClient.invalidateQueries({ queryKey }),
      onError: showError,
    }),
  );
}

/** Revokes an invitation. Its row disappears at once, before the list is refetched. */
export function useRevokeInvitation() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const queryKey = useInvitationsQueryKey();
  return useMutation(
    trpc.invitations.revoke.mutationOptions({
      onSuccess({ id }) {
        queryClient.setQueryData(queryKey, (known) => known?.filter((invitation) => invitation.id !== id));
        showSuccess('Revoked the invitation.');
      },
      onError: showError,
      onSettled: () => void queryClient.invalidateQueries({ queryKey }),
    }),
  );
}
