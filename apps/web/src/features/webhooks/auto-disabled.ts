import type { Webhook } from '@crewboard/contracts';
import { disabledReasonLabels } from '#domain/webhooks/disabled-reason-labels.ts';
import { hostOf } from '#domain/webhooks/endpoint-name.ts';
import { formatNumber } from '#lib/format/format-number.ts';
import { remember } from '#lib/look/remember.ts';
import { stateOf } from './webhook-state.ts';

/** The endpoints that the service has disabled. */
export const findAutoDisabled = (webhooks: Webhook[] = []): Webhook[] =>
  webhooks.filter((webhook) => stateOf(webhook) === 'autoDisabled');

/** "Deliveries to hooks.example.com stopped: the receiver responded with 410 Gone." */
export function describeAutoDisabled([first, ...others]: Webhook[]): string {
  if (!first) return '';
  if (others.length > 0) return `Deliveries to ${formatNumber(others.length + 1)} endpoints stopped.`;
  const reason = first.disabledReason ? `: ${disabledReasonLabels[first.disabledReason]}` : '';
  return `Deliveries to ${hostOf(first.url)} stopped${reason}.`;
}

/** Identifies one disabling of one endpoint: the next one is shown again. */
export const dismissalKey = ({ id, disabledAt }: Webhook): string => `${id}.${Date.parse(disabledAt ?? '')}`;

/** The dismissals of this browser: a cookie, so that the server renders without them. */
export const DISMISSALS_COOKIE = 'crewboard-dismissed-stops';

/** The newest are kept; an older one is shown again only while its endpoint is still disabled. */
const maxDismissals = 30;

export const parseDismissals = (cookie = ''): string[] => cookie.split('~').filter(Boolean);

export function rememberDismissals(keys: string[]): void {
  remember(DISMISSALS_COOKIE, keys.slice(-maxDismissals).join('~'));
}
