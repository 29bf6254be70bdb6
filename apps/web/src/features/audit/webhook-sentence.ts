import type { Event, EventType, WebhookDisabledReason } from '@crewboard/contracts';
import { disabledReasonLabels } from '../../domain/webhooks/disabled-reason-labels.ts';
import { exactTime } from '../../lib/format/relative-time.ts';
import { listFields } from './list-fields.ts';

type WebhookEventType = Extract<EventType, `webhook.${string}`>;

export function webhookVerb(type: WebhookEventType, changes: Event['changes']): string {
  switch (type) {
    case 'webhook.created':
      return 'created the webhook';
    case 'webhook.updated':
      return updated(changes);
    case 'webhook.disabled':
      return 'disabled the webhook';
    case 'webhook.deleted':
      return 'deleted the webhook';
    case 'webhook.secret_rotated':
      return 'rotated the secret of the webhook';
    case 'webhook.tested':
      return 'sent a test to the webhook';
    case 'webhook.redelivered':
      return 'sent a delivery again to the webhook';
    case 'webhook.recovered':
      return 'recovered the deliveries to the webhook';
  }
}

/** After the name of the endpoint: why the service stopped, or from when on deliveries were recovered. */
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

/** The server writes it as well, and does not know the time zone of its reader. */
function sinceLabel(since: unknown): string {
  const time = new Date(String(since));
  return Number.isNaN(time.getTime()) ? '' : `since ${exactTime(time, 'UTC')}`;
}

function reasonOf(reason: unknown): string {
  const label = disabledReasonLabels[reason as WebhookDisabledReason];
  return label ? `reasonOf ${label}` : '';
}

/** Switching it on or off goes first; what else was changed along with it follows its name. */
function updated(changes: Event['changes']): string {
  if (!changes?.enabled) return `changed ${listFields(changes)}of the webhook`;
  return changes.enabled.after ? 'enabled the webhook' : 'disabled the webhook';
}

function alsoChanged(changes: Event['changes']): string {
  const { enabled, disabledReason: _reason, disabledAt: _at, ...others } = changes ?? {};
  return enabled && Object.keys(others).length > 0 ? `and changed ${listFields(others).trim()}` : '';
}
