import type { Webhook, WebhookDisabledReason } from '@crewboard/contracts';
import { jsonTime } from '../events/record-event.ts';

/** A row of webhooks as `webhookColumns` selects it. */
export type WebhookRow = {
  id: string;
  teamId: string;
  url: string;
  description: string | null;
  eventTypes: string[];
  enabled: boolean;
  disabledReason: WebhookDisabledReason | null;
  disabledAt: Date | null;
  lastSuccessAt: Date | null;
  lastFailureAt: Date | null;
  failuresInRow: number;
  failingSince: Date | null;
  previousSecretUntil: Date | null;
  createdAt: Date;
  updatedAt: Date;
};

/** The columns of an endpoint, from the name of a row. A former secret that no longer signs is not worth a word. */
export const webhookColumns = (row: string) => `
  ${row}.id, ${row}.team_id as "teamId", ${row}.url, ${row}.description, ${row}.event_types as "eventTypes",
  ${row}.enabled, ${row}.disabled_reason as "disabledReason", ${row}.disabled_at as "disabledAt",
  ${row}.last_success_at as "lastSuccessAt", ${row}.last_failure_at as "lastFailureAt",
  ${row}.failures_in_row as "failuresInRow", ${row}.failing_since as "failingSince",
  case when ${row}.previous_secret_until > now() then ${row}.previous_secret_until end as "previousSecretUntil",
  ${row}.created_at as "createdAt", ${row}.updated_at as "updatedAt"`;

/** How many bytes an endpoint has in a response. */
export const webhookBytes = (row: string) => `
  (octet_length(${row}.url) + coalesce(octet_length(${row}.description), 0) + octet_length(${row}.event_types::text) + 600)`;

/** An endpoint as the log of changes keeps it: without its secret, and without its health, which is no change of it. */
export const webhookJson = (row: string) => `jsonb_build_object(
  'id', ${row}.id, 'teamId', ${row}.team_id, 'url', ${row}.url, 'description', ${row}.description,
  'eventTypes', ${row}.event_types, 'enabled', ${row}.enabled, 'disabledReason', ${row}.disabled_reason,
  'disabledAt', ${jsonTime(`${row}.disabled_at`)}, 'previousSecretUntil', ${jsonTime(`${row}.previous_secret_until`)},
  'createdAt', ${jsonTime(`${row}.created_at`)}, 'updatedAt', ${jsonTime(`${row}.updated_at`)})`;

export function toWebhook(row: WebhookRow): Webhook {
  return {
    id: row.id,
    teamId: row.teamId,
    url: row.url,
    description: row.description,
    eventTypes: row.eventTypes,
    enabled: row.enabled,
    disabledReason: row.disabledReason,
    disabledAt: row.disabledAt?.toISOString() ?? null,
    lastSuccessAt: row.lastSuccessAt?.toISOString() ?? null,
    lastFailureAt: row.lastFailureAt?.toISOString() ?? null,
    failuresInRow: row.failuresInRow,
    failingSince: row.failingSince?.toISOString() ?? null,
    previousSecretUntil: row.previousSecretUntil?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
