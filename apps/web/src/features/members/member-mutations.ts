import type { Member, MemberRole } from '@crewboard/contracts';
import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { useEndMembership } from '#domain/team/membership.tsx';
import { useTeam } from '#domain/team/team.tsx';
import { showError } from '#lib/notices/show-error.ts';
import { showSuccess } from '#lib/notices/show-success.ts';
import { quote } from '#lib/text/isolate.ts';
import { useTRPC } from '#lib/trpc/client.ts';
import { membersIn, withoutMember, withRole } from './member-pages.ts';
import { membersOptions } from './members-query.ts';

/** Leaves the team, whose pages then show that the membership has ended. */
export function useLeaveTeam() {
  const endMembership = useEndMembership();
  return useMutation(
    useTRPC().members.leave.mutationOptions({ onSuccess: () => endMembership('left'), onError: showError }),
  );
}

/** Removes a member. The row disappears at once, before the list is refetched. */
export function useRemoveMember({ name }: Member) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { queryKey } = membersOptions(trpc, useTeam().id);
  return useMutation(
    trpc.members.remove.mutationOptions({
      onSuccess({ userId }) {
        queryClient.setQueryData(queryKey, (pages) => pages && withoutMember(pages, userId));
        showSuccess(`Removed ${quote(name)} from the team.`);
      },
      onError: showError,
      onSettled: () => void queryClient.invalidateQueries({ queryKey }),
    }),
  );
}

/**
 * The user ids of members with a pending change of their role. No other role can be chosen meanwhile: it could arrive
 * first.
 */
export function useChangingMemberIds(): string[] {
  const mutationKey = useTRPC().members.setRole.mutationKey();
  return useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => (state.variables as Pick<Member, 'userId'>).userId,
  });
}

/** Shows the new role at once, and the previous one again if the API rejects the change. */
export function useSetRole() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { id: teamId } = useTeam();
  const { queryKey } = membersOptions(trpc, teamId);
  const { mutateAsync } = useMutation(trpc.members.setRole.mutationOptions());
  const refetch = () => void queryClient.invalidateQueries({ queryKey });

  return async (userId: string, role: MemberRole): Promise<void> => {
    const pages = queryClient.getQueryData(queryKey);
    const previousRole = pages && membersIn(pages).find((member) => member.userId === userId)?.role;
    const show = (shown: MemberRole) =>
      queryClient.setQueryData(queryKey, (known) => known && withRole(known, userId, shown));
    const wasReading = queryClient.isFetching({ queryKey }) > 0;
    // Cancel a running read, whose response would hide the change. This resets the data, so show the change afterwards.
    const cancelled = queryClient.cancelQueries({ queryKey });
    show(role);
    try {
      await cancelled;
      await mutateAsync({ teamId, userId, role });
      // Refetch only after the last pending change: an earlier read would lack the others. Repeat a cancelled read.
      const isLast = queryClient.isMutating({ mutationKey: trpc.members.setRole.mutationKey() }) === 0;
      if (isLast || wasReading) refetch();
    } catch (error) {
      if (previousRole) show(previousRole);
      showError(error);
      refetch();
    }
  };
}
