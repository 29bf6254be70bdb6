'use client';

import { useMutation } from '@tanstack/react-query';
import { useEndMembership } from '../../domain/team/membership.tsx';
import { showError } from '../../lib/show-error.ts';
import { useTRPC } from '../../lib/trpc/client.ts';

export function useLeaveTeam() {
  const trpc = useTRPC();
  const endMembership = useEndMembership();
  return useMutation(
    trpc.members.leave.mutationOptions({ onSuccess: () => endMembership('left'), onError: showError }),
  );
}
