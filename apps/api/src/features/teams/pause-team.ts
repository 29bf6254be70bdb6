import type { PauseRequest, PauseTeam, Team, TeamTarget } from '@crewboard/contracts';
import { changePause } from '../administration/change-pause.ts';
import type { Call, VerbContext } from '../verb-context.ts';
import { getTeam } from './get-team.ts';
import { writeTeamEvent } from './team-row.ts';

/** No agent of the team starts a task until it is resumed. Throws NOT_FOUND. */
export function pauseTeam({ ctx, input }: Call<typeof PauseTeam>): Promise<Team> {
  const { teamId, ...request } = input;
  return changeTeamPause(ctx, teamId, request);
}

/** Ends the pause of the team, or changes nothing if there is none. Throws NOT_FOUND. */
export const resumeTeam = ({ ctx, input }: Call<typeof TeamTarget>): Promise<Team> =>
  changeTeamPause(ctx, input.teamId, null);

const changeTeamPause = (ctx: VerbContext, teamId: string, request: PauseRequest | null): Promise<Team> =>
  changePause(ctx, {
    ...{ subject: 'team', id: teamId, request, writeEvent: writeTeamEvent },
    readUnchanged: () => getTeam({ ctx }),
  });
