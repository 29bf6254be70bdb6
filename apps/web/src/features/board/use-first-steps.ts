'use client';

import { canManage } from '@crewboard/contracts';
import { useLocalStorage } from '@mantine/hooks';
import { useTeam } from '#domain/team/team.tsx';

/** Whether this browser has begun the first steps of the team on its empty board, and whether they are still wanted. */
export function useFirstSteps() {
  const { id, role } = useTeam();
  const [state, setState] = useLocalStorage<'begun' | 'dismissed' | null>({
    key: `crewboard-first-steps-${id}`,
    defaultValue: null,
  });
  // Others can neither create agents nor invite people.
  const isFor = canManage(role);
  return {
    isWanted: isFor && state !== 'dismissed',
    isBegun: isFor && state === 'begun',
    begin: () => setState((known) => known ?? 'begun'),
    dismiss: () => setState('dismissed'),
  };
}
