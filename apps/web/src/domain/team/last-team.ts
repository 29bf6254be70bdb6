import type { TeamOfMine } from '@crewboard/contracts';

/** The cookie with the id of the team that was open last. The start page redirects to it. */
export const LAST_TEAM_COOKIE = 'crewboard-team';

/** The last team if the person is still a member; otherwise the first one, or undefined. */
export function chooseInitialTeam(teams: TeamOfMine[], last: string | undefined): TeamOfMine | undefined {
  return teams.find(({ id }) => id === last) ?? teams[0];
}
