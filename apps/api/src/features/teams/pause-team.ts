import type { PauseTeam, Team } from '@crewboard/contracts';
import { changePause } from '../administration/change-pause.ts';
import { decidePause } from '../administration/pause-rules.ts';
import type { Call } from '../verb-context.ts';
import { getTeam } from './get-team.ts';
import { writeTeamEvent } from './write-team-event.ts';

/** No agent of the team starts a task until it is resumed. Throws NOT_FOUND. */
export async function pauseTeam({ ctx, input }: Call<typeof PauseTeam>): Promise<Team> {
  const { teamId: id, ...request } = input;
  return changePause<Team>(ctx, {
    ...{ subject: 'team', id, tell: writeTeamEvent },
    decide: (paused, now) => decidePause('team', paused, request, now),
    respondUnchanged: () => getTeam({ ctx }),
  });
}
