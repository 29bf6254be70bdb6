import type { Webhook, WebhookDisabledReason } from '@crewboard/contracts';
import { raw, sql } from '@crewboard/db';
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

/** Omitted once the overlap of a rotation has ended; snapshots keep it. */
const previousSecretUntil = nullableTime({
  sql: (row) => raw(`case when ${row}.previous_secret_until > now() then ${row}.previous_secret_until end`),
  snapshot: (row) => jsonTime(raw(`${row}.previous_secret_until`)),
});

/** Snapshots leave out the health, which changes with every delivery and without an event. */
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
  // With `bytes` of the fields: `cutPage` ends a page of the list by its size.
  { otherBytes: 600 },
);

export type WebhookRow = RowOf<typeof webhookRow>;

export const toWebhook: (row: WebhookRow) => Webhook = webhookRow.toContract;
