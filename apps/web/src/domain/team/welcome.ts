import { useEffect } from 'react';
import { showToast } from '#lib/notices/toast.ts';
import { roleAbilities } from './roles.ts';
import { useTeam } from './team.tsx';

const STORAGE_KEY = 'crewboard-welcome';

/** Opens the board of a team that the person has just joined. Reloads, to discard the data of another account. */
export function openJoinedTeam(teamId: string): void {
  sessionStorage.setItem(STORAGE_KEY, teamId);
  window.location.replace(`/t/${teamId}/board`);
}

/** Shows a greeting after `openJoinedTeam`, with the permissions of the person. */
export function useWelcome(): void {
  const { id, name, role } = useTeam();
  useEffect(() => {
    if (sessionStorage.getItem(STORAGE_KEY) !== id) return;
    sessionStorage.removeItem(STORAGE_KEY);
    showToast({
      title: `Welcome to ${name}`,
      message: `You can ${roleAbilities[role]}.`,
      announcement: `Welcome to ${name}. You can ${roleAbilities[role]}.`,
      autoClose: 10_000,
    });
  }, [id, name, role]);
}
