import type { Webhook } from '@crewboard/contracts';
import { disabledReasonLabels } from '../../domain/webhooks/disabled-reason-labels.ts';
import { formatNumber } from '../../lib/format/format-number.ts';

/** `autoDisabled`: by the service, so somebody has to act; `disabled`: by a person. */
export type WebhookState = 'enabled' | 'failing' | 'disabled' | 'autoDisabled';

export const stateNames: Record<WebhookState, string> = {
  enabled: 'Enabled',
  failing: 'Failing',
  disabled: 'Disabled',
  autoDisabled: 'Disabled',
};

export function stateOf({ enabled, disabledReason, failuresInRow }: Webhook): WebhookState {
  if (enabled) return failuresInRow > 0 ? 'failing' : 'enabled';
  return disabledReason === 'switched_off' ? 'disabled' : 'autoDisabled';
}

/** The detail that the state does not show, and the time at its end; null for an enabled endpoint without failures. */
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

export interface WebhookProblem {
  title: string;
  /** The time that ends the title. */
  time: string | null;
  advice: string;
}

const RECOVER = 'Then recover what happened meanwhile.';

/** Why deliveries do not arrive, and what to do; null if they arrive. */
export function findProblem(webhook: Webhook): WebhookProblem | null {
  const { enabled, disabledReason, disabledAt, failuresInRow, failingSince } = webhook;
  if (enabled) {
    if (failuresInRow < 2) return null;
    return {
      title: `${formatNumber(failuresInRow)} attempts failed in a row, the first`,
      time: failingSince,
      advice:
        'Each delivery is retried automatically, with longer and longer waits. After five days of failures only, ' +
        'the endpoint is disabled. The delivery log below shows the responses of the receiver.',
    };
  }
  switch (disabledReason) {
    case 'gone':
      return {
        title: 'Disabled by the service,',
        time: disabledAt,
        advice: `The receiver responded with 410 Gone: it expects nothing there any more. If that is wrong, fix the receiver or change the URL, and enable it. ${RECOVER}`,
      };
    case 'failing':
      return {
        title: 'Disabled by the service,',
        time: disabledAt,
        advice: `Every attempt of five days failed. Look at the last responses below, fix the receiver, and enable it. ${RECOVER}`,
      };
    default:
      return {
        title: 'Disabled by hand,',
        time: disabledAt,
        advice: `Nothing is sent, and events make no deliveries. Enable it to continue. ${RECOVER}`,
      };
  }
}
