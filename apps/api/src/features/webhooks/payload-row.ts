import type { Event, EventSubject, WebhookPayload } from '@crewboard/contracts';
import { type Queryable, raw, type Sql, sql } from '@crewboard/db';
import { jsonTime } from '../define-row.ts';
import { shownContent } from '../events/erased-content.ts';
import { positionOf } from '../events/event-row.ts';
import { restoreFields, type StoredFields } from '../events/field-sets.ts';
import { withTexts } from '../events/task-texts.ts';

/** The source of a payload: the event, and the actor's name as the delivery keeps it. */
export type PayloadRow = StoredFields & {
  eventXid: string;
  eventNumber: string;
  eventNonce: number;
  eventType: Event['type'];
  teamId: string;
  subjectId: string;
  actorKind: Event['actor']['kind'];
  actorId: string | null;
  actorName: string | null;
  timestamp: string;
};

/** SQL: the select list of a payload, from the names of the rows of a delivery and its event. */
export const payloadColumns = (delivery: string, event: string): Sql => sql`
    ${raw(`${delivery}.event_xid::text as "eventXid", ${delivery}.event_id::text as "eventNumber",
    ${event}.nonce as "eventNonce", ${delivery}.event_type as "eventType", ${delivery}.actor_name as "actorName", ${event}.team_id as "teamId",
    ${event}.subject_type as "subjectType", ${event}.subject_id as "subjectId", ${event}.field_set as "fieldSet",
    ${event}.actor_kind as "actorKind", ${event}.actor_id as "actorId"`)},
    ${shownContent(event)}, ${jsonTime(raw(`${event}.created_at`))} as timestamp`;

/** The key of the subject in `data`. */
const keyBySubject: Record<EventSubject, keyof WebhookPayload['data']> = {
  task: 'task',
  agent: 'agent',
  project: 'project',
  api_key: 'apiKey',
  member: 'member',
  invitation: 'invitation',
  webhook: 'webhook',
  team: 'team',
};

/** The URL of an endpoint is often a secret of its receiver: other receivers do not get it. */
function withoutUrl<T extends object | null>(fields: T): T {
  if (fields === null || !('url' in fields)) return fields;
  const { url: _, ...rest } = fields;
  return rest as T;
}

/**
 * The body of a delivery, the same bytes for every attempt, but for what is deleted or erased meanwhile: { type, timestamp, data }. Omits `changes` when there are
 * none. The row must contain its texts: see `rowWithTexts`.
 */
export function payloadOf(row: PayloadRow): string {
  const hide = row.subjectType === 'webhook' ? withoutUrl : <T>(fields: T) => fields;
  const event = restoreFields(row);
  const changes = hide(event.changes);
  const payload: WebhookPayload = {
    type: row.eventType,
    timestamp: row.timestamp,
    data: {
      eventId: positionOf({ xid: row.eventXid, id: row.eventNumber, nonce: row.eventNonce }),
      teamId: row.teamId,
      [keyBySubject[row.subjectType]]: hide(event.snapshot),
      ...(changes && Object.keys(changes).length > 0 ? { changes } : {}),
      actor: { kind: row.actorKind, id: row.actorId, name: row.actorName },
    },
  };
  return JSON.stringify(payload);
}

/** The row with the large texts of its task in place of the event's references to them. */
export async function rowWithTexts<T extends PayloadRow>(db: Queryable, row: T): Promise<T> {
  const [complete = row] = await withTexts(db, [row], ({ subjectId }) => subjectId);
  return complete;
}
