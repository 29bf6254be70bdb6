import type { TeamOfMine } from '@crewboard/contracts';

/** The cookie with the last team, to which the start page redirects. */
export const LAST_TEAM_COOKIE = 'crewboard-team';

/** The last team if the person is still a member, else the first. */
export function chooseInitialTeam(teams: TeamOfMine[], last: string | undefined): TeamOfMine | undefined {
  return teams.find(({ id }) => id === last) ?? teams[0];
}
