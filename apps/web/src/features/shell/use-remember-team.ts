'use client';

import { useEffect } from 'react';
import { LAST_TEAM_COOKIE } from '../../lib/last-team.ts';
import { useTeam } from '../../lib/team.tsx';

const A_YEAR = 365 * 24 * 60 * 60;

/** The start page leads here the next time. */
export function useRememberTeam(): void {
  const { id } = useTeam();
  useEffect(() => {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API exists on https only.
    document.cookie = `${LAST_TEAM_COOKIE}=${id}; path=/; max-age=${A_YEAR}; samesite=lax`;
  }, [id]);
}
