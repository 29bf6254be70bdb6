import type { Webhook, WebhookPatch } from '@crewboard/contracts';
import { readEventTypes, writeEventTypes } from './event-choice.ts';

/** What the form asks for. */
type Values = Required<Omit<WebhookPatch, 'enabled'>>;

/** What is not as the form showed it. The rest is not sent: somebody else may have changed it meanwhile. */
export function changedFields(shown: Webhook, { url, description, eventTypes }: Values): WebhookPatch {
  // As the form would write what it showed: in its order, and without types that it does not know.
  const shownTypes = writeEventTypes(readEventTypes(shown.eventTypes));
  return {
    ...(url !== shown.url && { url }),
    ...(description !== shown.description && { description }),
    ...(eventTypes.join() !== shownTypes.join() && { eventTypes }),
  };
}
