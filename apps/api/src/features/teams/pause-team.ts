import type { PauseTeam, Team } from '@crewboard/contracts';
import { changePause } from '../administration/change-pause.ts';
import type { Call } from '../verb-context.ts';
import { getTeam } from './get-team.ts';
import { writeTeamEvent } from './write-team-event.ts';

/** No agent of the team starts a task until it is resumed. Throws NOT_FOUND. */
export async function pauseTeam({ ctx, input }: Call<typeof PauseTeam>): Promise<Team> {
  const { teamId: id, ...request } = input;
  return changePause<Team>(ctx, {
    ...{ subject: 'team', id, request, tell: writeTeamEvent },
    respondUnchanged: () => getTeam({ ctx }),
  });
}
