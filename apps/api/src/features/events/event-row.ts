import { type Event, type EventSubject, type EventType, formatPosition } from '@crewboard/contracts';

/** A row of events as `selectEvents` reads it. */
export type EventRow = {
  xid: string;
  id: string;
  type: EventType;
  teamId: string;
  subjectType: EventSubject;
  subjectId: string;
  actorKind: Event['actor']['kind'];
  actorId: string | null;
  actorName: string | null;
  requestId: string | null;
  snapshot: Event['snapshot'];
  changes: Event['changes'];
  createdAt: Date;
};

/** The name that somebody has now, from columns that say who. */
export const actorName = (kind: string, id: string) => `case ${kind}
  when 'agent' then (select name from agents where id = ${id})
  when 'key' then (select name from api_keys where id = ${id})
  when 'member' then (select name from users where id = ${id}) end`;

/** Rows of `events`, under this name, with the names of who acted. */
export const eventColumns = (row: string) => `
  ${row}.xid::text, ${row}.id::text, ${row}.type, ${row}.team_id as "teamId",
  ${row}.subject_type as "subjectType", ${row}.subject_id as "subjectId",
  ${row}.actor_kind as "actorKind", ${row}.actor_id as "actorId",
  ${actorName(`${row}.actor_kind`, `${row}.actor_id`)} as "actorName",
  ${row}.request_id as "requestId", ${row}.snapshot, ${row}.changes, ${row}.created_at as "createdAt"`;

export function toEvent(row: EventRow): Event {
  return {
    id: formatPosition({ xid: BigInt(row.xid), id: BigInt(row.id) }),
    type: row.type,
    teamId: row.teamId,
    subject: { type: row.subjectType, id: row.subjectId },
    actor: { kind: row.actorKind, id: row.actorId, name: row.actorName },
    requestId: row.requestId,
    snapshot: row.snapshot,
    changes: row.changes,
    createdAt: row.createdAt.toISOString(),
  };
}
