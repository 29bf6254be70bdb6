import { fieldProblemsOf } from '../../lib/problem-of.ts';
import { type EventChoice, writeEventTypes } from './event-choice.ts';

// What goes without asking. Which addresses may be called the API knows alone.

export const checkUrl = (url: string): string | null => (url.trim() ? null : 'A URL is needed.');

export const checkDescription = (description: string): string | null =>
  description.trim().length > 1_000 ? 'A description has at most 1,000 characters.' : null;

export const checkEvents = (events: EventChoice): string | null =>
  writeEventTypes(events).length === 0 ? 'Choose at least one event type.' : null;

const FIELDS: Record<string, { field: string; name: string }> = {
  url: { field: 'url', name: 'The URL' },
  description: { field: 'description', name: 'The description' },
  eventTypes: { field: 'events', name: 'The list of event types' },
};

/** What the API refuses, by the field of the form: "The URL must start with http:// or https://." */
export function refusedFields(error: unknown): Record<string, string> {
  const refused: Record<string, string> = {};
  for (const { path, message } of fieldProblemsOf(error)) {
    const known = FIELDS[path.split(/[.[]/)[0] ?? ''];
    if (known) refused[known.field] ??= `${known.name} ${message}.`;
  }
  return refused;
}
