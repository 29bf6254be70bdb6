import { canManage } from '@crewboard/contracts';
import { useState } from 'react';
import { type FirstStepsState, firstStepsCookie } from '#domain/board/first-steps-state.ts';
import { useTeam } from '#domain/team/team.tsx';
import { savePreference } from '#lib/look/save-preference.ts';

/** The choices since the page was loaded, by team. The cookie that the server has read may be older. */
const chosen = new Map<string, FirstStepsState>();

/**
 * Whether the board shows the first steps to this person, which a cookie of this browser remembers.
 * @param remembered the state in the cookie when the server rendered the page
 */
export function useFirstSteps(remembered: FirstStepsState) {
  const { id, role } = useTeam();
  const [state, setState] = useState(chosen.get(id) ?? remembered);
  const choose = (next: 'begun' | 'dismissed') => {
    chosen.set(id, next);
    savePreference(firstStepsCookie(id), next);
    setState(next);
  };
  // Other people can neither create agents nor invite people.
  const canTakeSteps = canManage(role);
  return {
    isWanted: canTakeSteps && state !== 'dismissed',
    isBegun: canTakeSteps && state === 'begun',
    /** From now on, the board shows the steps beside tasks as well, until they are dismissed. */
    begin: () => {
      if (state === null) choose('begun');
    },
    dismiss: () => choose('dismissed'),
  };
}
