import type { Event, WebhookDisabledReason } from '@crewboard/contracts';
import { disabledReasonLabels } from '#domain/webhooks/disabled-reason-labels.ts';
import { exactTime } from '#lib/format/relative-time.ts';
import { listFields } from './list-fields.ts';

/** The phrases of events about webhooks. */
export const webhookPhrases = {
  'webhook.created': 'created the webhook',
  'webhook.updated': { verb: describeUpdate, rest: describeFurtherChanges },
  'webhook.disabled': { verb: 'disabled the webhook', rest: describeDisabledReason },
  'webhook.deleted': 'deleted the webhook',
  'webhook.secret_rotated': 'rotated the secret of the webhook',
  'webhook.tested': 'sent a test to the webhook',
  'webhook.redelivered': 'sent a delivery again to the webhook',
  'webhook.recovered': { verb: 'recovered the deliveries to the webhook', rest: describeStart },
};

/** Enabling or disabling is the verb; other changes follow the name. */
function describeUpdate({ changes }: Event): string {
  if (!changes?.enabled) return `changed ${listFields(changes)} of the webhook`;
  return changes.enabled.after ? 'enabled the webhook' : 'disabled the webhook';
}

function describeFurtherChanges({ changes }: Event): string {
  const { enabled, disabledReason: _reason, disabledAt: _at, ...others } = changes ?? {};
  return enabled && Object.keys(others).length > 0 ? `and changed ${listFields(others)}` : '';
}

/** "because the receiver responded with 410 Gone": why the service disabled the endpoint. */
function describeDisabledReason({ snapshot }: Event): string {
  const label = disabledReasonLabels[snapshot.disabledReason as WebhookDisabledReason];
  return label ? `because ${label}` : '';
}

/**
 * "since …": the start of the recovered time, in UTC: the server renders it as well, and does not know the reader's
 * time zone.
 */
function describeStart({ changes }: Event): string {
  const time = new Date(String(changes?.since?.after));
  return Number.isNaN(time.getTime()) ? '' : `since ${exactTime(time, 'UTC')}`;
}
