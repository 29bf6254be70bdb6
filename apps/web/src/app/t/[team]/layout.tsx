import { buildText } from '@crewboard/build-info';
import { canManage } from '@crewboard/contracts';
import type { Metadata } from 'next';
import { cookies } from 'next/headers';
import { notFound } from 'next/navigation';
import type { ReactNode } from 'react';
import { AccountIdProvider } from '#domain/account/account-id.tsx';
import { TeamProvider } from '#domain/team/team.tsx';
import { CommandPalette } from '#features/command-palette/command-palette.tsx';
import { LiveUpdates } from '#features/live/live-updates.tsx';
import {
  DISMISSALS_COOKIE,
  findAutoDisabled,
  parseDismissals,
  withoutDismissed,
} from '#features/webhooks/auto-disabled/auto-disabled.ts';
import {
  AutoDisabledBadge,
  AutoDisabledNotice,
} from '#features/webhooks/auto-disabled/auto-disabled-notice.tsx';
import { describeAutoDisabled } from '#features/webhooks/auto-disabled/describe-auto-disabled.tsx';
import { requireAccount } from '#lib/auth/load-account.ts';
import { readEnv } from '#lib/env.ts';
import { HydrateClient } from '#lib/trpc/hydrate-client.tsx';
import { createQueryClient } from '#lib/trpc/query-client.ts';
import { loadLogEnd } from '#lib/trpc/server.ts';
import { BackupNotice } from './lazy-backup-notice.ts';
import { loadWebhooks } from './load-webhooks.ts';
import { MembershipGate } from './membership-gate.tsx';
import { Shell } from './team-parts.ts';

interface TeamLayoutProps {
  params: Promise<{ team: string }>;
  children: ReactNode;
}

async function findTeam(params: TeamLayoutProps['params']) {
  const { team: teamId } = await params;
  const account = await requireAccount();
  return { account, team: account.teams.find(({ id }) => id === teamId) };
}

export async function generateMetadata({ params }: TeamLayoutProps): Promise<Metadata> {
  const { team } = await findTeam(params);
  if (!team) return { title: { template: 'Not found · Crewboard', default: 'Not found' } };
  return { title: { template: `%s · ${team.name} · Crewboard`, default: team.name } };
}

/** The frame of all pages of a team. Without a membership, the team is not found. */
export default async function TeamLayout({ params, children }: TeamLayoutProps) {
  const { account, team } = await findTeam(params);
  if (!team) notFound();

  const manages = canManage(team.role);
  const dismissalsCookie = (await cookies()).get(DISMISSALS_COOKIE)?.value;
  const [logEnd, webhooks] = await Promise.all([
    loadLogEnd(team.id),
    manages ? loadWebhooks(team.id) : { queryClient: createQueryClient(), list: [] },
  ]);
  const shownInNotice = withoutDismissed(findAutoDisabled(webhooks.list), parseDismissals(dismissalsCookie));

  return (
    <MembershipGate account={account} key={team.id} team={team}>
      <TeamProvider apiUrl={readEnv().publicApiUrl} team={team}>
        <AccountIdProvider accountId={account.id}>
          <HydrateClient queryClient={webhooks.queryClient}>
            <Shell
              account={account}
              build={buildText}
              badges={manages ? { webhooks: <AutoDisabledBadge /> } : {}}
              notice={
                <>
                  {account.isOperator && <BackupNotice />}
                  {manages && (
                    <AutoDisabledNotice
                      dismissalsCookie={dismissalsCookie}
                      serverText={describeAutoDisabled(shownInNotice)}
                    />
                  )}
                </>
              }
            >
              {children}
            </Shell>
          </HydrateClient>
          <CommandPalette account={account} />
        </AccountIdProvider>
        <LiveUpdates accountId={account.id} key={team.id} start={logEnd} />
      </TeamProvider>
    </MembershipGate>
  );
}
