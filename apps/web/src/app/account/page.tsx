import type { Metadata } from 'next';
import { cookies } from 'next/headers';
import { LAST_TEAM_COOKIE, teamToStartWith } from '../../domain/team/last-team.ts';
import { AccountSettings } from '../../features/account/account-settings.tsx';
import { AccountFrame } from '../../features/shell/account-frame.tsx';
import { requireAccount } from '../../lib/auth/load-account.ts';
import { HydrateClient } from '../../lib/trpc/hydrate-client.tsx';
import { createQueryClient } from '../../lib/trpc/query-client.ts';
import { prefetchSessions } from './prefetch-sessions.ts';

export const metadata: Metadata = { title: 'Your account' };

export default async function AccountPage() {
  const account = await requireAccount();
  const queryClient = createQueryClient();
  await prefetchSessions(queryClient);
  const team = teamToStartWith(account.teams, (await cookies()).get(LAST_TEAM_COOKIE)?.value);

  return (
    <AccountFrame account={account} isPage>
      <HydrateClient queryClient={queryClient}>
        <AccountSettings account={account} team={team} />
      </HydrateClient>
    </AccountFrame>
  );
}
