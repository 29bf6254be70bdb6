import type { Team, TeamTarget } from '@crewboard/contracts';
import { changePause } from '../administration/change-pause.ts';
import { decideResumption } from '../administration/pause-rules.ts';
import type { Call } from '../verb-context.ts';
import { getTeam } from './get-team.ts';
import { writeTeamEvent } from './write-team-event.ts';

/** Ends a pause. What is not paused stays as it is. Throws NOT_FOUND. */
export async function resumeTeam({ ctx, input }: Call<typeof TeamTarget>): Promise<Team> {
  const { teamId: id } = input;
  return changePause<Team>(ctx, {
    ...{ subject: 'team', id, tell: writeTeamEvent },
    decide: (paused) => decideResumption('team', paused),
    respondUnchanged: () => getTeam({ ctx }),
  });
}
