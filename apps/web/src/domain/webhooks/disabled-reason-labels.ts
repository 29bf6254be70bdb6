import type { WebhookDisabledReason } from '@crewboard/contracts';

/** Why an endpoint is disabled, as a clause that follows a colon. */
export const disabledReasonLabels: Record<WebhookDisabledReason, string> = {
  switched_off: 'someone disabled it',
  gone: 'the receiver responded with 410 Gone',
  failing: 'every attempt failed for five days',
};
