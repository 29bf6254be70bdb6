import type { Webhook, WebhookDisabledReason } from '@crewboard/contracts';
import { formatNumber } from '#lib/format/format-number.ts';
import { stateOf } from './webhook-state.ts';

/**
 * Why deliveries do not arrive, and what to do. The title ends with `time`. Null if they arrive, or only the last
 * failed.
 */
export function findProblem(webhook: Webhook): { title: string; time: string | null; advice: string } | null {
  const { enabled, disabledReason, disabledAt, failuresInRow, failingSince } = webhook;
  if (!enabled) {
    const title = stateOf(webhook) === 'disabled' ? 'Disabled by hand,' : 'Disabled by the service,';
    // Only an enabled endpoint has no reason.
    return { title, time: disabledAt, advice: adviceOnDisabled[disabledReason ?? 'switched_off'] };
  }
  if (failuresInRow < 2) return null;
  return {
    title: `${formatNumber(failuresInRow)} attempts failed in a row, the first`,
    time: failingSince,
    advice:
      'Each delivery is retried automatically, with increasing waits. After five days without a success, ' +
      'the endpoint is disabled. The delivery log below shows the responses of the receiver.',
  };
}

const recover = 'Then recover the missed events.';
const adviceOnDisabled: Record<WebhookDisabledReason, string> = {
  gone: `The receiver responded with 410 Gone: it no longer accepts deliveries at this URL. If that is wrong, fix the receiver or change the URL, and enable it. ${recover}`,
  failing: `Every attempt failed for five days. Look at the last responses below, fix the receiver, and enable it. ${recover}`,
  switched_off: `Nothing is sent, and events create no deliveries. Enable it to continue. ${recover}`,
};
