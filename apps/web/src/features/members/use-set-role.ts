'use client';

import { useMutation } from '@tanstack/react-query';
import { showError } from '../../lib/show-error.ts';
import { useTRPC } from '../../lib/trpc/client.ts';
import { membersIn, withRole } from './member-pages.ts';
import { useMembersCache } from './use-members-cache.ts';

/** Shows the new role at once, and the former one again when the API rejects the change. */
export function useSetRole() {
  const trpc = useTRPC();
  const cache = useMembersCache();
  const mutationKey = trpc.members.setRole.mutationKey();

  return useMutation(
    trpc.members.setRole.mutationOptions({
      async onMutate({ userId, role }) {
        await cache.stopReading();
        const pages = cache.read();
        const former = pages && membersIn(pages).find((member) => member.userId === userId)?.role;
        cache.change((known) => withRole(known, userId, role));
        return { former };
      },
      onError(error, { userId }, context) {
        const former = context?.former;
        if (former) cache.change((known) => withRole(known, userId, former));
        showError(error);
      },
      onSettled() {
        // While another change is on its way, what is read now would lack it.
        if (cache.queryClient.isMutating({ mutationKey }) === 1) void cache.refresh();
      },
    }),
  );
}
