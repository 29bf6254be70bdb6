import {
  type DeliveryStatus,
  type EventType,
  formatPosition,
  type WebhookDelivery,
} from '@crewboard/contracts';

/** A row of webhook_deliveries as `deliveryColumns` selects it. */
export type DeliveryRow = {
  id: string;
  webhookId: string;
  eventXid: string;
  eventId: string;
  eventType: EventType;
  status: DeliveryStatus;
  attempts: WebhookDelivery['attempts'];
  nextAttemptAt: Date | null;
  createdAt: Date;
};

/** The columns of a delivery, from the name of a row. */
export const deliveryColumns = (row: string) => `
  ${row}.id, ${row}.webhook_id as "webhookId", ${row}.event_xid::text as "eventXid",
  ${row}.event_id::text as "eventId", ${row}.event_type as "eventType", ${row}.status, ${row}.attempts,
  ${row}.next_attempt_at as "nextAttemptAt", ${row}.created_at as "createdAt"`;

export function toDelivery(row: DeliveryRow): WebhookDelivery {
  return {
    id: row.id,
    webhookId: row.webhookId,
    eventId: formatPosition({ xid: BigInt(row.eventXid), id: BigInt(row.eventId) }),
    eventType: row.eventType,
    status: row.status,
    attempts: row.attempts,
    nextAttemptAt: row.nextAttemptAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  };
}
