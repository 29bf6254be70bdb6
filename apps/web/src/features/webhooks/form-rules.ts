import { textBounds, type Webhook, type WebhookPatch } from '@crewboard/contracts';
import { getFieldErrors } from '#lib/failures/problem-of.ts';
import { checkText } from '#lib/text/check-text.ts';
import { type EventSelection, readEventTypes, writeEventTypes } from './event-selection.ts';

// Checks before the request. Only the API knows which addresses may be called.

export const checkUrl = (url: string): string | null =>
  checkText('The URL', textBounds.webhookUrl, url.trim());

export const checkEndpointDescription = (description: string): string | null =>
  checkText('The description', textBounds.webhookDescription, description.trim());

export const checkEvents = (events: EventSelection): string | null =>
  writeEventTypes(events).length === 0 ? 'Choose at least one event type.' : null;

const FIELDS: Record<string, { field: string; name: string }> = {
  url: { field: 'url', name: 'The URL' },
  description: { field: 'description', name: 'The description' },
  eventTypes: { field: 'events', name: 'The list of event types' },
};

/** What the API rejects, by the field of the form: "The URL must start with http:// or https://." */
export function rejectedFields(error: unknown): Record<string, string> {
  const rejected: Record<string, string> = {};
  for (const { path, message } of getFieldErrors(error)) {
    const known = FIELDS[path.split(/[.[]/)[0] ?? ''];
    if (known) rejected[known.field] ??= `${known.name} ${message}.`;
  }
  return rejected;
}

type WebhookValues = Required<Omit<WebhookPatch, 'enabled'>>;

/** The fields that differ from what the form showed. The others are not sent: another person may have changed them. */
export function changedFields(shown: Webhook, { url, description, eventTypes }: WebhookValues): WebhookPatch {
  // As the form would serialize it: in its order, and without unknown types.
  const shownTypes = writeEventTypes(readEventTypes(shown.eventTypes));
  return {
    ...(url !== shown.url && { url }),
    ...(description !== shown.description && { description }),
    ...(eventTypes.join() !== shownTypes.join() && { eventTypes }),
  };
}
