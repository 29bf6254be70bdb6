import type { Metadata } from 'next';
import { cookies } from 'next/headers';
import { redirect } from 'next/navigation';
import { chooseInitialTeam, LAST_TEAM_COOKIE } from '#domain/team/last-team.ts';
import { AccountFrame } from '#features/shell/account-frame.tsx';
import { FirstTeam } from '#features/teams/first-team.tsx';
import { FollowAccount } from '#lib/auth/follow-account.tsx';
import { requireAccount } from '#lib/auth/load-account.ts';

export const metadata: Metadata = { title: 'Your first team' };

/** Opens the last team of the person; without a team, offers to create one. */
export default async function StartPage() {
  const account = await requireAccount();
  const team = chooseInitialTeam(account.teams, (await cookies()).get(LAST_TEAM_COOKIE)?.value);
  if (team) redirect(`/t/${team.id}/board`);

  return (
    <AccountFrame account={account}>
      <FollowAccount accountId={account.id} />
      <FirstTeam account={account} />
    </AccountFrame>
  );
}
