import { textBounds, type Webhook, type WebhookPatch } from '@crewboard/contracts';
import { getFieldErrors } from '#lib/failures/problem-of.ts';
import { checkText } from '#lib/text/check-text.ts';
import { type EventSelection, toEventSelection, toEventTypes } from './event-selection.ts';

// The checks of the form before the request. Whether a URL may be called, only the API knows.

export const checkUrl = (url: string): string | null =>
  checkText('The URL', textBounds.webhookUrl, url.trim());

export const checkEndpointDescription = (description: string): string | null =>
  checkText('The description', textBounds.webhookDescription, description.trim());

export const checkEvents = (events: EventSelection): string | null =>
  toEventTypes(events).length === 0 ? 'Choose at least one event type.' : null;

const FIELDS: Record<string, { field: string; name: string }> = {
  url: { field: 'url', name: 'The URL' },
  description: { field: 'description', name: 'The description' },
  eventTypes: { field: 'events', name: 'The list of event types' },
};

/** The errors of the API by field of the form: "The URL must start with http:// or https://." */
export function rejectedFields(error: unknown): Record<string, string> {
  const rejected: Record<string, string> = {};
  for (const { path, message } of getFieldErrors(error)) {
    // The path of an item begins with its field: "eventTypes[0]".
    const known = FIELDS[path.split(/[.[]/)[0] ?? ''];
    if (known) rejected[known.field] ??= `${known.name} ${message}.`;
  }
  return rejected;
}

type WebhookValues = Required<Omit<WebhookPatch, 'enabled'>>;

/** The fields that the person changed. The others are not sent: another person may have changed them meanwhile. */
export function changedFields(shown: Webhook, { url, description, eventTypes }: WebhookValues): WebhookPatch {
  // Compare in the order of the form, without types that this version does not know.
  const shownTypes = toEventTypes(toEventSelection(shown.eventTypes));
  return {
    ...(url !== shown.url && { url }),
    ...(description !== shown.description && { description }),
    ...(eventTypes.join() !== shownTypes.join() && { eventTypes }),
  };
}
