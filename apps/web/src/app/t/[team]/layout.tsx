import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import type { ReactNode } from 'react';
import { CommandPalette } from '../../../features/command-palette/command-palette.tsx';
import { LiveTeam } from '../../../features/live/live-team.tsx';
import { Shell } from '../../../features/shell/shell.tsx';
import { requireAccount } from '../../../lib/auth/load-account.ts';
import { TeamProvider } from '../../../lib/team.tsx';
import { loadLogEnd } from '../../../lib/trpc/server.ts';

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

export default async function TeamLayout({ params, children }: TeamLayoutProps) {
  const { account, team } = await findTeam(params);
  if (!team) notFound();

  return (
    <TeamProvider team={team}>
      <Shell account={account}>{children}</Shell>
      <CommandPalette teams={account.teams} />
      <LiveTeam accountId={account.id} key={team.id} start={await loadLogEnd(team.id)} />
    </TeamProvider>
  );
}
