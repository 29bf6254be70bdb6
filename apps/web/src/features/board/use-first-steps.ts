'use client';

import { canManage } from '@crewboard/contracts';
import { useState } from 'react';
import { type FirstStepsState, firstStepsCookie } from '#domain/board/first-steps-state.ts';
import { useTeam } from '#domain/team/team.tsx';
import { savePreference } from '#lib/look/save-preference.ts';

/** By team, chosen since the page was loaded: what the server knew of it may be older. */
const chosen = new Map<string, FirstStepsState>();

/** The first steps of the team, as far as this browser shows them. */
export function useFirstSteps(known: FirstStepsState) {
  const { id, role } = useTeam();
  const [state, setState] = useState(chosen.get(id) ?? known);
  const choose = (next: 'begun' | 'dismissed') => {
    chosen.set(id, next);
    savePreference(firstStepsCookie(id), next);
    setState(next);
  };
  // Others can neither create agents nor invite people.
  const isFor = canManage(role);
  return {
    isWanted: isFor && state !== 'dismissed',
    isBegun: isFor && state === 'begun',
    /** From now on they are shown until they are dismissed, also beside tasks. */
    begin: () => {
      if (state === null) choose('begun');
    },
    dismiss: () => choose('dismissed'),
  };
}
