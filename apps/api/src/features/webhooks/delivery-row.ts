import type { DeliveryStatus, EventType, WebhookDelivery } from '@crewboard/contracts';
import { raw, type Sql, sql } from '@crewboard/db';
import { column, defineRow, nullableTime, type RowOf, time } from '../define-row.ts';

export const deliveryRow = defineRow({
  id: column<string>(),
  webhookId: column<string>(),
  // In the form of `formatPosition` of the contracts.
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
 * SQL: the rows of these deliveries, with the random bits of their events, which `eventId` contains. Keeps a delivery
 * whose event was removed. `events` names the CTE that inserts the event, if the same statement does: a statement does
 * not see its own rows in the table.
 */
export const withEventNonces = (deliveries: Sql, events = 'events'): Sql => sql`
  select delivery.*, event.nonce as event_nonce from ${deliveries} as delivery
  left join ${raw(events)} as event on (event.xid, event.id) = (delivery.event_xid, delivery.event_id)`;

export const toDelivery: (row: DeliveryRow) => WebhookDelivery = deliveryRow.toContract;

/**
 * SQL: the time since which a delivery could have been sent; `delivery` and `webhook` name its row and its endpoint's.
 * `updated_at` leaves out the time until the endpoint was enabled again; any other change of the endpoint shortens the
 * wait as well. `stored_at` leaves out the time until an operator resumed the deliveries of a copied database.
 */
export const sendableSince = (delivery: string, webhook: string) =>
  raw(`greatest(${delivery}.next_attempt_at, ${webhook}.updated_at, (select stored_at from installation))`);
