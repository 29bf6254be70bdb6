import type { Event, Fields } from '@crewboard/contracts';

/** The fields of webhooks, which have no table of fields. */
const webhookLabels: Record<string, string> = { eventTypes: 'event types', url: 'URL' };

const list = new Intl.ListFormat('en-GB');

/** The changed fields in the sentence of an event: "the title and the priority". */
export function listFields(changes: Event['changes'], fields: Fields = {}): string {
  const labelOf = (field: string) => fields[field]?.label ?? webhookLabels[field] ?? field;
  return list.format(Object.keys(changes ?? {}).map((field) => `the ${labelOf(field)}`)) || 'something';
}
