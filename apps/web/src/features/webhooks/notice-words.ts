import type { Webhook } from '@crewboard/contracts';
import { formatNumber } from '../../lib/format/format-number.ts';

export interface EndpointNotice {
  title: string;
  /** Ends the title. */
  time: string | null;
  advice: string;
}

const RECOVER = 'Then recover what happened meanwhile.';

/** What somebody has to know about an endpoint before anything else; null where all is well. */
export function noticeOf(webhook: Webhook): EndpointNotice | null {
  const { enabled, disabledReason, disabledAt, failuresInRow, failingSince } = webhook;
  if (enabled) {
    if (failuresInRow < 2) return null;
    return {
      title: `${formatNumber(failuresInRow)} attempts failed in a row, the first`,
      time: failingSince,
      advice:
        'Each delivery is tried again by itself, with longer and longer waits. After five days of failures only, ' +
        'the endpoint is disabled. What the receiver answered stands in the log below.',
    };
  }
  switch (disabledReason) {
    case 'gone':
      return {
        title: 'Disabled by the service,',
        time: disabledAt,
        advice: `The receiver answered 410 Gone: nothing is expected there any more. Where that is not so, mend the receiver or change the URL, and enable it. ${RECOVER}`,
      };
    case 'failing':
      return {
        title: 'Disabled by the service,',
        time: disabledAt,
        advice: `Every attempt of five days failed. Look at the last answers below, mend the receiver, and enable it. ${RECOVER}`,
      };
    default:
      return {
        title: 'Disabled by hand,',
        time: disabledAt,
        advice: `Nothing is sent, and what happens makes no deliveries. Enable it to go on. ${RECOVER}`,
      };
  }
}
