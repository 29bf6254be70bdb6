'use client';

import { useEffect } from 'react';
import { LAST_TEAM_COOKIE } from '../../lib/last-team.ts';
import { remember } from '../../lib/remember.ts';
import { useTeam } from '../../lib/team.tsx';

/** The start page leads here the next time. */
export function useRememberTeam(): void {
  const { id } = useTeam();
  useEffect(() => remember(LAST_TEAM_COOKIE, id), [id]);
}
