import type { Event } from '@crewboard/contracts';

/** The name of the actor of an event; a general name if the actor was deleted. */
export function actorName({ actor }: Pick<Event, 'actor'>): string {
  if (actor.kind === 'system') return 'Service';
  return actor.name ?? { agent: 'An agent', key: 'An API key', member: 'Somebody' }[actor.kind];
}
