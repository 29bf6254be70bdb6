import type { Event, Fields } from '@crewboard/contracts';

/** Of webhooks, which have no table of fields. */
const otherLabels: Record<string, string> = { eventTypes: 'event types', url: 'URL' };

/** "the title and the priority ". */
export function listFields(changes: Event['changes'], fields: Fields = {}): string {
  const labelOf = (field: string) => fields[field]?.label ?? otherLabels[field] ?? field;
  const names = Object.keys(changes ?? {}).map((field) => `the ${labelOf(field)}`);
  const last = names.pop();
  if (!last) return 'something ';
  return `${names.length > 0 ? `${names.join(', ')} and ` : ''}${last} `;
}
