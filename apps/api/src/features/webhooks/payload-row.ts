import type { Event, EventSubject, WebhookPayload } from '@crewboard/contracts';
import { type Queryable, raw, type Sql, sql } from '@crewboard/db';
import { jsonTime } from '../define-row.ts';
import { shownContent } from '../events/erased-content.ts';
import { eventIdOf } from '../events/event-row.ts';
import { restoreFields, type StoredFields } from '../events/field-sets.ts';
import { withTexts } from '../events/task-texts.ts';

/** The source of a payload: the event, and the name of its actor, which the delivery keeps. */
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

/** SQL: the columns of `PayloadRow`. `delivery` and `event` name the rows of a delivery and of its event. */
export const payloadColumns = (delivery: string, event: string): Sql => sql`
    ${raw(`${delivery}.event_xid::text as "eventXid", ${delivery}.event_id::text as "eventNumber",
    ${event}.nonce as "eventNonce", ${delivery}.event_type as "eventType", ${delivery}.actor_name as "actorName", ${event}.team_id as "teamId",
    ${event}.subject_type as "subjectType", ${event}.subject_id as "subjectId", ${event}.field_set as "fieldSet",
    ${event}.actor_kind as "actorKind", ${event}.actor_id as "actorId"`)},
    ${shownContent(event)}, ${jsonTime(raw(`${event}.created_at`))} as timestamp`;

/** The field of `data` that holds the subject. */
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

/** Hides the URL of an endpoint from other receivers: it is often a secret of its own receiver. */
function withoutUrl<T extends object | null>(fields: T): T {
  if (fields === null || !('url' in fields)) return fields;
  const { url: _, ...rest } = fields;
  return rest as T;
}

/**
 * The body of a delivery as JSON: { type, timestamp, data }. All attempts send the same bytes, except for content that
 * was deleted or erased since. Omits empty `changes`. A row that refers to large texts needs `rowWithTexts` first.
 */
export function payloadOf(row: PayloadRow): string {
  const hide = row.subjectType === 'webhook' ? withoutUrl : <T>(fields: T) => fields;
  const event = restoreFields(row);
  const changes = hide(event.changes);
  const payload: WebhookPayload = {
    type: row.eventType,
    timestamp: row.timestamp,
    data: {
      eventId: eventIdOf({ xid: row.eventXid, id: row.eventNumber, nonce: row.eventNonce }),
      teamId: row.teamId,
      [keyBySubject[row.subjectType]]: hide(event.snapshot),
      ...(changes && Object.keys(changes).length > 0 ? { changes } : {}),
      actor: { kind: row.actorKind, id: row.actorId, name: row.actorName },
    },
  };
  return JSON.stringify(payload);
}

/** Loads the large texts of a task into the row, instead of the references that the event has. */
export async function rowWithTexts<T extends PayloadRow>(db: Queryable, row: T): Promise<T> {
  const [complete = row] = await withTexts(db, [row], ({ subjectId }) => subjectId);
  return complete;
}
