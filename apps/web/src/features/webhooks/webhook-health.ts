import type { Webhook } from '@crewboard/contracts';
import { disabledWords } from '../../domain/webhooks/disabled-words.ts';
import { formatNumber } from '../../lib/format/format-number.ts';

/** `stopped`: disabled by the service, which somebody has to know of; `disabled`: by hand. */
export type WebhookState = 'enabled' | 'failing' | 'disabled' | 'stopped';

export const stateNames: Record<WebhookState, string> = {
  enabled: 'Enabled',
  failing: 'Failing',
  disabled: 'Disabled',
  stopped: 'Disabled',
};

type Health = Pick<
  Webhook,
  'enabled' | 'disabledReason' | 'disabledAt' | 'failuresInRow' | 'failingSince' | 'lastFailureAt'
>;

export function stateOf({ enabled, disabledReason, failuresInRow }: Health): WebhookState {
  if (enabled) return failuresInRow > 0 ? 'failing' : 'enabled';
  return disabledReason === 'switched_off' ? 'disabled' : 'stopped';
}

/** What the state alone does not say, with the time that belongs to it; nothing of what is well. */
export function stateDetail(webhook: Health): { words: string; time: string | null } | null {
  const { enabled, disabledReason, disabledAt, failuresInRow, failingSince, lastFailureAt } = webhook;
  if (!enabled) {
    const words = disabledReason ? capitalized(disabledWords[disabledReason]) : '';
    return { words: disabledAt ? `${words},` : words, time: disabledAt };
  }
  if (failuresInRow === 0) return null;
  if (failuresInRow === 1) return { words: 'The last attempt failed', time: lastFailureAt };
  return { words: `${formatNumber(failuresInRow)} failures in a row, the first`, time: failingSince };
}

/** Which were disabled by the service: nobody may have seen it. */
export const stoppedOf = (webhooks: Webhook[]): Webhook[] =>
  webhooks.filter((webhook) => stateOf(webhook) === 'stopped');

const capitalized = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);
