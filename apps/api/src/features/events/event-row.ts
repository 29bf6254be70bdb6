import { type Event, type EventType, formatPosition, type LoggedEvent } from '@crewboard/contracts';
import { type Expression, raw, sql } from '@crewboard/db';
import { shownContent } from './erased-content.ts';
import { restoreFields, type StoredFields } from './field-sets.ts';

/** A row of events as `eventColumns` selects it. */
export type EventRow = StoredFields & {
  xid: string;
  id: string;
  nonce: number;
  type: EventType;
  teamId: string;
  subjectId: string;
  actorKind: Event['actor']['kind'];
  actorId: string | null;
  actorName: string | null;
  requestId: string | null;
  createdAt: string;
};

/** SQL: the current name of an actor. */
export const actorName = (kind: Expression, id: Expression) => sql`case ${kind}
  when 'agent' then (select name from agents where id = ${id})
  when 'key' then (select name from api_keys where id = ${id})
  when 'member' then (select name from users where id = ${id}) end`;

/** SQL: the select list of an event, from the row `page`, with the current name of its actor. */
export const eventColumns = sql`
    page.xid::text, page.id::text, page.nonce, page.type, page.team_id as "teamId",
    page.subject_type as "subjectType", page.subject_id as "subjectId",
    page.actor_kind as "actorKind", page.actor_id as "actorId", page.request_id as "requestId",
    page.field_set as "fieldSet", page.created_at as "createdAt",
    ${shownContent('page')},
    ${actorName(raw('page.actor_kind'), raw('page.actor_id'))} as "actorName"`;

/** The public id of an event, which is its position as text. */
export const eventIdOf = ({ xid, id, nonce }: Pick<EventRow, 'xid' | 'id' | 'nonce'>) =>
  formatPosition({ xid: BigInt(xid), id: BigInt(id), nonce });

function toEvent(row: EventRow): Event {
  return {
    id: eventIdOf(row),
    type: row.type,
    teamId: row.teamId,
    subject: { type: row.subjectType, id: row.subjectId },
    actor: { kind: row.actorKind, id: row.actorId, name: row.actorName },
    requestId: row.requestId,
    ...restoreFields(row),
    createdAt: row.createdAt,
  };
}

/** The event with its place in the log, for the dashboard, which orders events; others get none (`withoutOrder`). */
export const toLoggedEvent = (row: EventRow): LoggedEvent => ({
  ...toEvent(row),
  xid: row.xid,
  number: row.id,
});
