import type { DeliveryStatus, EventType, WebhookDelivery } from '@crewboard/contracts';
import { raw } from '@crewboard/db';
import { column, defineRow, nullableTime, type RowOf, time } from '../define-row.ts';

export const deliveryRow = defineRow({
  id: column<string>(),
  webhookId: column<string>(),
  // As `formatPosition` of the contracts writes it.
  eventId: column<string>({ sql: (row) => raw(`${row}.event_xid || '-' || ${row}.event_id`) }),
  eventType: column<EventType>(),
  status: column<DeliveryStatus>(),
  attempts: column<WebhookDelivery['attempts']>(),
  nextAttemptAt: nullableTime(),
  createdAt: time(),
});

export type DeliveryRow = RowOf<typeof deliveryRow>;

export const toDelivery: (row: DeliveryRow) => WebhookDelivery = deliveryRow.toContract;
