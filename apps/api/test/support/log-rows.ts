import type { Event } from '@crewboard/contracts';
import { restoreFields, type StoredFields } from '../../src/features/events/field-sets.ts';
import type { TestApi, TestTeam } from '../harness.ts';
import { eventIdSql } from './event-id.ts';

export type LogRow = {
  eventId: string;
  type: string;
  at: string;
  actorKind: string;
  actorId: string | null;
  snapshot: Event['snapshot'];
  changes: Event['changes'];
};

/** The log of the team with the ids that readers see. */
export async function logRowsOf(api: TestApi, team: TestTeam): Promise<LogRow[]> {
  const { rows } = await api.db.pool.query<LogRow & StoredFields>(
    `select ${eventIdSql} as "eventId", type, created_at as at, actor_kind as "actorKind", actor_id as "actorId",
       subject_type as "subjectType", field_set as "fieldSet", snapshot, changes
     from events where team_id = $1 order by xid, id`,
    [team.teamId],
  );
  return rows.map(({ subjectType, fieldSet, ...row }) => ({
    ...row,
    ...restoreFields({ ...row, subjectType, fieldSet }),
  }));
}
