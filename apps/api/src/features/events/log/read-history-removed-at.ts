import { defineStatement, queryOne, sql } from '@crewboard/db';
import { jsonTime } from '../../define-row.ts';
import type { VerbContext } from '../../verb-context.ts';

type Params = { teamId: string; subjectId: string | null; from: string | null };

const statement = defineStatement<Params, { removedAt: string }>(
  ({ teamId, subjectId, from }) => sql`
  select ${jsonTime(sql`removed_at`)} as "removedAt" from removed_history
  where team_id = ${teamId}
    and subject_id = coalesce((select id from tasks where id = ${subjectId} and team_id = ${teamId}), '')
    and last_event_at >= coalesce(${from}::timestamptz, '-infinity')`,
);

/**
 * The time of the last removal of events of the task, or else of the team, because they were older than
 * EVENT_RETENTION_DAYS. Null if no event since `from` was removed. Call it after the events were read: a removal in
 * between would go unnoticed.
 */
export async function readHistoryRemovedAt(
  { actor, db }: VerbContext,
  { subjectId = null, from = null }: Partial<Params>,
): Promise<string | null> {
  const row = await queryOne(db.reads, statement, { teamId: actor.teamId, subjectId, from });
  return row?.removedAt ?? null;
}
