'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useTeam } from '../../domain/team/team.tsx';
import { useTRPC } from '../../lib/trpc/client.ts';
import type { MemberPages } from './member-pages.ts';
import { membersOptions } from './members-query.ts';

/** For the hooks that change members: what is shown, and the way to read it again. */
export function useMembersCache() {
  const trpc = useTRPC();
  const team = useTeam();
  const queryClient = useQueryClient();
  const { queryKey } = membersOptions(trpc, team.id);

  return {
    read: () => queryClient.getQueryData<MemberPages>(queryKey),
    change(change: (pages: MemberPages) => MemberPages) {
      queryClient.setQueryData<MemberPages>(queryKey, (pages) => pages && change(pages));
    },
    /** What is being read was asked for before a change: it must not replace it. */
    stopReading: () => queryClient.cancelQueries({ queryKey }),
    refresh: () => queryClient.invalidateQueries({ queryKey }),
    queryClient,
  };
}
