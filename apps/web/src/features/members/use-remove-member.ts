'use client';

import { useMutation } from '@tanstack/react-query';
import { showError } from '../../lib/show-error.ts';
import { useTRPC } from '../../lib/trpc/client.ts';
import { withoutMember } from './member-pages.ts';
import { useMembersCache } from './use-members-cache.ts';

export function useRemoveMember() {
  const trpc = useTRPC();
  const cache = useMembersCache();
  return useMutation(
    trpc.members.remove.mutationOptions({
      onSuccess: ({ userId }) => cache.change((known) => withoutMember(known, userId)),
      onError: showError,
      onSettled: () => void cache.refresh(),
    }),
  );
}
