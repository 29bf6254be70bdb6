import type { Event, WebhookDisabledReason } from '@crewboard/contracts';
import { disabledReasonLabels } from '#domain/webhooks/disabled-reason-labels.ts';
import { exactTime } from '#lib/format/relative-time.ts';
import { listFields } from './list-fields.ts';

export const webhookVerbs = {
  'webhook.created': 'created the webhook',
  'webhook.updated': updated,
  'webhook.disabled': 'disabled the webhook',
  'webhook.deleted': 'deleted the webhook',
  'webhook.secret_rotated': 'rotated the secret of the webhook',
  'webhook.tested': 'sent a test to the webhook',
  'webhook.redelivered': 'sent a delivery again to the webhook',
  'webhook.recovered': 'recovered the deliveries to the webhook',
};

/** The end of the sentence: why the service disabled the endpoint, or since when deliveries were recovered. */
export function webhookRest({ type, snapshot, changes }: Event): string {
  switch (type) {
    case 'webhook.updated':
      return alsoChanged(changes);
    case 'webhook.disabled':
      return reasonOf(snapshot.disabledReason);
    case 'webhook.recovered':
      return sinceLabel(changes?.since?.after);
    default:
      return '';
  }
}

/** In UTC: the server renders it, too, without the time zone of the reader. */
function sinceLabel(since: unknown): string {
  const time = new Date(String(since));
  return Number.isNaN(time.getTime()) ? '' : `since ${exactTime(time, 'UTC')}`;
}

function reasonOf(reason: unknown): string {
  const label = disabledReasonLabels[reason as WebhookDisabledReason];
  return label ? `because ${label}` : '';
}

/** Enabling or disabling is the verb; other changes follow the name. */
function updated(changes: Event['changes']): string {
  if (!changes?.enabled) return `changed ${listFields(changes)} of the webhook`;
  return changes.enabled.after ? 'enabled the webhook' : 'disabled the webhook';
}

function alsoChanged(changes: Event['changes']): string {
  const { enabled, disabledReason: _reason, disabledAt: _at, ...others } = changes ?? {};
  return enabled && Object.keys(others).length > 0 ? `and changed ${listFields(others)}` : '';
}
