import type { TeamOfMine } from '@crewboard/contracts';

/** Remembers which team was shown last; only this browser's next visit to the start page reads it. */
export const LAST_TEAM_COOKIE = 'crewboard-team';

/** The team to start with: the last one, if it is still theirs, else the first. */
export function teamToStartWith(teams: TeamOfMine[], last: string | undefined): TeamOfMine | undefined {
  return teams.find(({ id }) => id === last) ?? teams[0];
}
