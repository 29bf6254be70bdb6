import type { Webhook } from '@crewboard/contracts';
import { savePreference } from '#lib/look/save-preference.ts';
import { stateOf } from '../webhook-state.ts';

/** The endpoints that the service has disabled. */
export const findAutoDisabled = (webhooks: Webhook[] = []): Webhook[] =>
  webhooks.filter((webhook) => stateOf(webhook) === 'autoDisabled');

/** Identifies one disabling of one endpoint, so that the notice shows the next one again. */
export const dismissalKey = ({ id, disabledAt }: Webhook): string => `${id}.${Date.parse(disabledAt ?? '')}`;

/** The endpoints whose disabling was not dismissed. */
export const withoutDismissed = (webhooks: Webhook[], dismissals: string[]): Webhook[] =>
  webhooks.filter((webhook) => !dismissals.includes(dismissalKey(webhook)));

/** The disablings that were dismissed in this browser. A cookie, so that the server renders the notice without them. */
export const DISMISSALS_COOKIE = 'crewboard-dismissed-stops';

/** Older dismissals are forgotten. Their notices come back only if the endpoint is still disabled. */
const maxDismissals = 30;

/** The keys of dismissals in the cookie. */
export const parseDismissals = (cookie = ''): string[] => cookie.split('~').filter(Boolean);

/** Saves all dismissals of this browser, instead of those in the cookie. */
export function saveDismissals(keys: string[]): void {
  savePreference(DISMISSALS_COOKIE, keys.slice(-maxDismissals).join('~'));
}
