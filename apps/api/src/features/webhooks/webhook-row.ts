import type { EventType, Webhook, WebhookDisabledReason } from '@crewboard/contracts';
import { type Expressions, raw, type Sql, sql } from '@crewboard/db';
import {
  column,
  defineRow,
  jsonTime,
  nullableText,
  nullableTime,
  type RowOf,
  responseOnly,
  text,
  time,
} from '../define-row.ts';
import { type EventActorParams, recordEvent } from '../events/record-event.ts';

/** Null in responses once the overlap of a rotation has ended. Snapshots of events keep the time. */
const previousSecretUntil = nullableTime({
  sql: (row) => raw(`case when ${row}.previous_secret_until > now() then ${row}.previous_secret_until end`),
  snapshot: (row) => jsonTime(raw(`${row}.previous_secret_until`)),
});

/** Only responses have the health (last success and failures): it changes with every delivery, without an event. */
export const webhookRow = defineRow(
  {
    id: column<string>(),
    teamId: column<string>(),
    url: text(),
    description: nullableText(),
    eventTypes: column<string[]>({ bytes: (value) => sql`octet_length(${value}::text)` }),
    enabled: column<boolean>(),
    disabledReason: column<WebhookDisabledReason | null>(),
    disabledAt: nullableTime(),
    lastSuccessAt: responseOnly(nullableTime()),
    lastFailureAt: responseOnly(nullableTime()),
    failuresInRow: responseOnly(column<number>()),
    failingSince: responseOnly(nullableTime()),
    previousSecretUntil,
    createdAt: time(),
    updatedAt: time(),
  },
  { fixedBytes: 600 },
);

export type WebhookRow = RowOf<typeof webhookRow>;

export const toWebhook: (row: WebhookRow) => Webhook = webhookRow.toContract;

type ChangedRows = Pick<Parameters<typeof recordEvent>[0], 'before' | 'after' | 'changes'>;

/** SQL: inserts the event of a change of endpoints, in the statement of the change. See `recordEvent`. */
export const recordWebhookEvent = (
  actor: Expressions<EventActorParams>,
  type: Extract<EventType, `webhook.${string}`>,
  rows: ChangedRows,
): Sql => recordEvent({ actor, type, subject: 'webhook', snapshot: webhookRow.snapshot, ...rows });
