import type { Event } from '@crewboard/contracts';

/** Who did it, as people call them; who is gone is still somebody. */
export function actorName({ actor }: Pick<Event, 'actor'>): string {
  if (actor.kind === 'system') return 'Service';
  return actor.name ?? { agent: 'An agent', key: 'An API key', member: 'Somebody' }[actor.kind];
}
