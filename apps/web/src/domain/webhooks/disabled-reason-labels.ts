import type { WebhookDisabledReason } from '@crewboard/contracts';

/** Why nothing is sent to an endpoint, within a sentence. */
export const disabledReasonLabels: Record<WebhookDisabledReason, string> = {
  switched_off: 'someone disabled it',
  gone: 'the receiver responded with 410 Gone',
  failing: 'every attempt failed for five days',
};
