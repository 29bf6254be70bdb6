import { type Event, type EventSubject, formatPosition, type WebhookPayload } from '@crewboard/contracts';
import type { Queryable } from '@crewboard/db';
import { jsonTime } from '../events/record-event.ts';
import { withTexts } from '../events/task-texts.ts';

/** What a payload is made of: the event, and the name of who acted as the delivery kept it. */
export type PayloadRow = {
  eventXid: string;
  eventId: string;
  eventType: Event['type'];
  teamId: string;
  subjectType: EventSubject;
  subjectId: string;
  snapshot: Event['snapshot'];
  changes: Event['changes'];
  actorKind: Event['actor']['kind'];
  actorId: string | null;
  actorName: string | null;
  timestamp: string;
};

/** The columns of a payload, from the names of the rows of a delivery and its event. */
export const payloadColumns = (delivery: string, event: string) => `
  ${delivery}.event_xid::text as "eventXid", ${delivery}.event_id::text as "eventId",
  ${delivery}.event_type as "eventType", ${delivery}.actor_name as "actorName",
  ${event}.team_id as "teamId", ${event}.subject_type as "subjectType",
  ${event}.subject_id as "subjectId", ${event}.snapshot, ${event}.changes,
  ${event}.actor_kind as "actorKind", ${event}.actor_id as "actorId", ${jsonTime(`${event}.created_at`)} as timestamp`;

/** Under which name the payload holds the subject. */
const names: Record<EventSubject, keyof WebhookPayload['data']> = {
  task: 'task',
  agent: 'agent',
  project: 'project',
  api_key: 'apiKey',
  member: 'member',
  webhook: 'webhook',
};

/** The URL of an endpoint often is a secret of its receiver: other receivers need not know it. */
function withoutUrl<T extends object | null>(fields: T): T {
  if (fields === null || !('url' in fields)) return fields;
  const { url: _, ...rest } = fields;
  return rest as T;
}

/**
 * The body of a delivery, the same bytes at any time: { type, timestamp, data }. Without changes, the key
 * `changes` is not there. The row holds its texts: see `rowWithTexts`.
 */
export function payloadOf(row: PayloadRow): string {
  const hide = row.subjectType === 'webhook' ? withoutUrl : <T>(fields: T) => fields;
  const changes = hide(row.changes);
  const payload: WebhookPayload = {
    type: row.eventType,
    timestamp: row.timestamp,
    data: {
      eventId: formatPosition({ xid: BigInt(row.eventXid), id: BigInt(row.eventId) }),
      teamId: row.teamId,
      [names[row.subjectType]]: hide(row.snapshot),
      ...(changes && Object.keys(changes).length > 0 ? { changes } : {}),
      actor: { kind: row.actorKind, id: row.actorId, name: row.actorName },
    },
  };
  return JSON.stringify(payload);
}

/** The row with the large texts of its task, which the event only refers to. */
export async function rowWithTexts<T extends PayloadRow>(pool: Queryable, row: T): Promise<T> {
  const [complete = row] = await withTexts(pool, [row], ({ subjectId }) => subjectId);
  return complete;
}
