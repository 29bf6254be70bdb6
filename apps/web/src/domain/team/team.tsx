'use client';

import type { TeamOfMine } from '@crewboard/contracts';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import { createContext, type ReactNode, use } from 'react';
import { sortParams } from '#lib/url/url-state.ts';

const TeamContext = createContext<TeamOfMine | null>(null);
const ApiUrlContext = createContext('');

interface TeamProviderProps {
  team: TeamOfMine;
  apiUrl: string;
  children: ReactNode;
}

/** Provides the team of the page with the role of the person, and the adapter for the state in the URL. */
export function TeamProvider({ team, apiUrl, children }: TeamProviderProps) {
  return (
    <NuqsAdapter processUrlSearchParams={sortParams}>
      <ApiUrlContext value={apiUrl}>
        <TeamContext value={team}>{children}</TeamContext>
      </ApiUrlContext>
    </NuqsAdapter>
  );
}

/** The team of the page, with the role of the person. Throws outside of pages of a team. */
export function useTeam(): TeamOfMine {
  const team = use(TeamContext);
  if (!team) throw new Error('useTeam is for pages of a team');
  return team;
}

/** The address of the API as agents and other clients reach it, for pages of a team. */
export const useApiUrl = (): string => use(ApiUrlContext);
