import type { Event, Fields } from '@crewboard/contracts';

/**
 * Labels of the fields of webhooks: unlike tasks, agents and projects, webhooks have no table of fields in contracts.
 */
const webhookLabels: Record<string, string> = { eventTypes: 'event types', url: 'URL' };

const list = new Intl.ListFormat('en-GB');

/** Lists the changed fields for a sentence: "the title and the priority". */
export function listFields(changes: Event['changes'], fields: Fields = {}): string {
  const labelOf = (field: string) => fields[field]?.label ?? webhookLabels[field] ?? field;
  return list.format(Object.keys(changes ?? {}).map((field) => `the ${labelOf(field)}`)) || 'something';
}
