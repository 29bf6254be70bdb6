import type { Team, TeamTarget } from '@crewboard/contracts';
import { changePause } from '../administration/change-pause.ts';
import type { Call } from '../verb-context.ts';
import { getTeam } from './get-team.ts';
import { writeTeamEvent } from './write-team-event.ts';

/** Ends a pause. What is not paused stays as it is. Throws NOT_FOUND. */
export async function resumeTeam({ ctx, input }: Call<typeof TeamTarget>): Promise<Team> {
  const { teamId: id } = input;
  return changePause<Team>(ctx, {
    ...{ subject: 'team', id, request: null, tell: writeTeamEvent },
    respondUnchanged: () => getTeam({ ctx }),
  });
}
