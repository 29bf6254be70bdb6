import type { Webhook } from '@crewboard/contracts';

// Every page of a team loads this file, so the texts of the states are in webhook-state-texts.ts.

/** `autoDisabled`: by the service, so somebody has to act; `disabled`: by a person. */
export type WebhookState = 'enabled' | 'failing' | 'disabled' | 'autoDisabled';

export function stateOf({ enabled, disabledReason, failuresInRow }: Webhook): WebhookState {
  if (enabled) return failuresInRow > 0 ? 'failing' : 'enabled';
  return disabledReason === 'switched_off' ? 'disabled' : 'autoDisabled';
}
