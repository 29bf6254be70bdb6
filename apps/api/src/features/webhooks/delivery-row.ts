import type { DeliveryStatus, EventType, WebhookDelivery } from '@crewboard/contracts';
import { raw } from '@crewboard/db';
import { column, defineRow, internal, nullableTime, type RowOf, time } from '../define-row.ts';
import { positionOf } from '../events/event-row.ts';

export const deliveryRow = defineRow({
  id: column<string>(),
  webhookId: column<string>(),
  eventXid: internal(column<string>({ sql: (row) => raw(`${row}.event_xid::text`) })),
  eventNumber: internal(column<string>({ sql: (row) => raw(`${row}.event_id::text`) })),
  eventType: column<EventType>(),
  status: column<DeliveryStatus>(),
  attempts: column<WebhookDelivery['attempts']>(),
  nextAttemptAt: nullableTime(),
  createdAt: time(),
});

export type DeliveryRow = RowOf<typeof deliveryRow>;

export const toDelivery = (row: DeliveryRow): WebhookDelivery => ({
  ...deliveryRow.toContract(row),
  eventId: positionOf({ xid: row.eventXid, id: row.eventNumber }),
});
