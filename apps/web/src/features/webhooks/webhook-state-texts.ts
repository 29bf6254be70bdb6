import type { Webhook } from '@crewboard/contracts';
import { disabledReasonLabels } from '#domain/webhooks/disabled-reason-labels.ts';
import { formatNumber } from '#lib/format/format-number.ts';
import type { WebhookState } from './webhook-state.ts';

/** Who has disabled an endpoint is in `stateDetail`. */
export const stateNames: Record<WebhookState, string> = {
  enabled: 'Enabled',
  failing: 'Failing',
  disabled: 'Disabled',
  autoDisabled: 'Disabled',
};

/** One line about the state, which ends with `time`; null for an enabled endpoint without failures. */
export function stateDetail(webhook: Webhook): { text: string; time: string | null } | null {
  const { enabled, disabledReason, disabledAt, failuresInRow, failingSince, lastFailureAt } = webhook;
  if (!enabled) {
    const reason = disabledReason ? capitalize(disabledReasonLabels[disabledReason]) : '';
    return { text: disabledAt ? `${reason},` : reason, time: disabledAt };
  }
  if (failuresInRow === 0) return null;
  if (failuresInRow === 1) return { text: 'The last attempt failed', time: lastFailureAt };
  return { text: `${formatNumber(failuresInRow)} failures in a row, the first`, time: failingSince };
}

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
