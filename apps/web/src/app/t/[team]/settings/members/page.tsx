import { canManage } from '@crewboard/contracts';
import type { Metadata } from 'next';
import { membersOptions } from '#features/members/members-query.ts';
import { MembersScreen } from '#features/members/members-screen.tsx';
import { requireAccount } from '#lib/auth/load-account.ts';
import { HydrateClient } from '#lib/trpc/hydrate-client.tsx';
import { createQueryClient } from '#lib/trpc/query-client.ts';
import { createServerTrpc } from '#lib/trpc/server.ts';
import type { TeamPageProps } from '#lib/url/team-page-props.ts';

export const metadata: Metadata = { title: 'Members' };

export default async function MembersPage({ params }: TeamPageProps) {
  const { team: teamId } = await params;
  const account = await requireAccount();
  const queryClient = createQueryClient();
  const role = account.teams.find(({ id }) => id === teamId)?.role;
  // The API gives the list to no other role, and `MembersScreen` does not show it to them.
  if (role && canManage(role)) {
    await queryClient.prefetchInfiniteQuery(membersOptions(createServerTrpc(queryClient, teamId), teamId));
  }

  return (
    <HydrateClient queryClient={queryClient}>
      <MembersScreen />
    </HydrateClient>
  );
}
