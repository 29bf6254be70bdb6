import { type Expression, raw, type Sql, sql } from '@crewboard/db';
import { jsonTime } from './define-row.ts';
import { actorName } from './events/event-row.ts';

/** SQL: the pause of an agent, project or team as JSON of the contracts (`Pause`); null if it is not paused. */
export const pauseOf = (teamId: Expression, subjectId: Expression): Sql => sql`(
      select jsonb_build_object('at', ${jsonTime(raw('pauses.paused_at'))}, 'reason', pauses.reason, 'mode', pauses.mode,
        'by', jsonb_build_object('kind', pauses.paused_by_kind, 'id', pauses.paused_by_id,
          'name', ${actorName(raw('pauses.paused_by_kind'), raw('pauses.paused_by_id'))}))
      from pauses where pauses.team_id = ${teamId} and pauses.subject_id = ${subjectId})`;
