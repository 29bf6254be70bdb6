import type { Event } from '@crewboard/contracts';

const FIELDS: Record<string, string> = {
  assignedAgentId: 'assignee',
  eventTypes: 'event types',
  maxAttempts: 'number of attempts',
  projectId: 'project',
  url: 'URL',
};

/** "the title and the priority ". */
export function listFields(changes: Event['changes']): string {
  const names = Object.keys(changes ?? {}).map((field) => `the ${FIELDS[field] ?? field}`);
  const last = names.pop();
  if (!last) return 'something ';
  return `${names.length > 0 ? `${names.join(', ')} and ` : ''}${last} `;
}
