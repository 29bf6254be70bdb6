import type { Webhook } from '@crewboard/contracts';
import { formatNumber } from '#lib/format/format-number.ts';

export interface WebhookProblem {
  title: string;
  /** The time that ends the title. */
  time: string | null;
  advice: string;
}

const RECOVER = 'Then recover the missed events.';

/** Why deliveries do not arrive, and what to do; null if they arrive. */
export function findProblem(webhook: Webhook): WebhookProblem | null {
  const { enabled, disabledReason, disabledAt, failuresInRow, failingSince } = webhook;
  if (enabled) {
    if (failuresInRow < 2) return null;
    return {
      title: `${formatNumber(failuresInRow)} attempts failed in a row, the first`,
      time: failingSince,
      advice:
        'Each delivery is retried automatically, with increasing waits. After five days without a success, ' +
        'the endpoint is disabled. The delivery log below shows the responses of the receiver.',
    };
  }
  switch (disabledReason) {
    case 'gone':
      return {
        title: 'Disabled by the service,',
        time: disabledAt,
        advice: `The receiver responded with 410 Gone: it no longer accepts deliveries at this URL. If that is wrong, fix the receiver or change the URL, and enable it. ${RECOVER}`,
      };
    case 'failing':
      return {
        title: 'Disabled by the service,',
        time: disabledAt,
        advice: `Every attempt failed for five days. Look at the last responses below, fix the receiver, and enable it. ${RECOVER}`,
      };
    default:
      return {
        title: 'Disabled by hand,',
        time: disabledAt,
        advice: `Nothing is sent, and events create no deliveries. Enable it to continue. ${RECOVER}`,
      };
  }
}
