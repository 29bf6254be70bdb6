import type { DeliveryStatus, EventType, WebhookDelivery } from '@crewboard/contracts';
import { raw, type Sql, sql } from '@crewboard/db';
import { column, defineRow, nullableTime, type RowOf, time } from '../define-row.ts';

export const deliveryRow = defineRow({
  id: column<string>(),
  webhookId: column<string>(),
  // As `formatPosition` of the contracts writes it.
  eventId: column<string>({
    sql: (row) =>
      raw(`concat_ws('-', ${row}.event_xid, ${row}.event_id, lpad(to_hex(${row}.event_nonce), 8, '0'))`),
  }),
  eventType: column<EventType>(),
  status: column<DeliveryStatus>(),
  attempts: column<WebhookDelivery['attempts']>(),
  nextAttemptAt: nullableTime(),
  createdAt: time(),
});

export type DeliveryRow = RowOf<typeof deliveryRow>;

/**
 * SQL: these deliveries as `deliveryRow` reads them, with the random bits of their events. A delivery without its event
 * is there as well. `events`: the CTE that inserts the event, where the same statement does: it does not see it in the table.
 */
export const withEvents = (deliveries: Sql, events = 'events'): Sql => sql`
  select delivery.*, event.nonce as event_nonce from ${deliveries} as delivery
  left join ${raw(events)} as event on (event.xid, event.id) = (delivery.event_xid, delivery.event_id)`;

export const toDelivery: (row: DeliveryRow) => WebhookDelivery = deliveryRow.toContract;
