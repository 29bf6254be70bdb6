'use client';

import type { TeamOfMine } from '@crewboard/contracts';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import { createContext, type ReactNode, use } from 'react';
import { sortParams } from '#lib/url/url-state.ts';

const TeamContext = createContext<TeamOfMine | null>(null);

/** Provides the team of the page with the role of the person, and the state of the page in the URL. */
export function TeamProvider({ team, children }: { team: TeamOfMine; children: ReactNode }) {
  return (
    <NuqsAdapter processUrlSearchParams={sortParams}>
      <TeamContext value={team}>{children}</TeamContext>
    </NuqsAdapter>
  );
}

export function useTeam(): TeamOfMine {
  const team = use(TeamContext);
  if (!team) throw new Error('useTeam is for pages of a team');
  return team;
}
