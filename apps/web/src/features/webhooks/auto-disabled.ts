import type { Webhook } from '@crewboard/contracts';
import { savePreference } from '#lib/look/save-preference.ts';
import { stateOf } from './webhook-state.ts';

/** The endpoints that the service has disabled. */
export const findAutoDisabled = (webhooks: Webhook[] = []): Webhook[] =>
  webhooks.filter((webhook) => stateOf(webhook) === 'autoDisabled');

/** Identifies one disabling of one endpoint: the next one is shown again. */
export const dismissalKey = ({ id, disabledAt }: Webhook): string => `${id}.${Date.parse(disabledAt ?? '')}`;

export const withoutDismissed = (webhooks: Webhook[], dismissals: string[]): Webhook[] =>
  webhooks.filter((webhook) => !dismissals.includes(dismissalKey(webhook)));

/** The dismissals of this browser: a cookie, so that the server renders without them. */
export const DISMISSALS_COOKIE = 'crewboard-dismissed-stops';

/** The newest are kept; an older one is shown again only while its endpoint is still disabled. */
const maxDismissals = 30;

export const parseDismissals = (cookie = ''): string[] => cookie.split('~').filter(Boolean);

export function rememberDismissals(keys: string[]): void {
  savePreference(DISMISSALS_COOKIE, keys.slice(-maxDismissals).join('~'));
}
