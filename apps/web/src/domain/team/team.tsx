'use client';

import type { TeamOfMine } from '@crewboard/contracts';
import { createContext, type ReactNode, use } from 'react';

const TeamContext = createContext<TeamOfMine | null>(null);

/** Provides the team of the page with the role of the person. */
export function TeamProvider({ team, children }: { team: TeamOfMine; children: ReactNode }) {
  return <TeamContext value={team}>{children}</TeamContext>;
}

export function useTeam(): TeamOfMine {
  const team = use(TeamContext);
  if (!team) throw new Error('useTeam is for pages of a team');
  return team;
}
