'use client';

import { useEffect } from 'react';
import { LAST_TEAM_COOKIE } from '../../domain/team/last-team.ts';
import { useTeam } from '../../domain/team/team.tsx';
import { remember } from '../../lib/remember.ts';

/** The start page leads here the next time. */
export function useRememberTeam(): void {
  const { id } = useTeam();
  useEffect(() => remember(LAST_TEAM_COOKIE, id), [id]);
}
