import type { EventType, Webhook } from '@crewboard/contracts';
import { isEventType, typeNames } from '#domain/events/event-types.ts';

/** How the form selects event types: two common options, or a list. */
export type EventScope = 'completed' | 'all' | 'chosen';

export interface EventSelection {
  scope: EventScope;
  /** The selected types while the scope is a list. */
  chosen: string[];
}

type EventTypes = (EventType | '*')[];

const COMPLETED = 'task.completed';
const EVERY = '*';

/** What the form shows for an endpoint. */
export function readEventTypes(eventTypes: Webhook['eventTypes'] = [COMPLETED]): EventSelection {
  if (eventTypes[0] === EVERY) return { scope: 'all', chosen: [COMPLETED] };
  const isDefault = eventTypes.length === 1 && eventTypes[0] === COMPLETED;
  return { scope: isDefault ? 'completed' : 'chosen', chosen: eventTypes };
}

/** The input of the API, in the order of the form. */
export function writeEventTypes({ scope, chosen }: EventSelection): EventTypes {
  if (scope === 'all') return [EVERY];
  if (scope === 'completed') return [COMPLETED];
  return Object.keys(typeNames)
    .filter(isEventType)
    .filter((type) => chosen.includes(type));
}

/** "All events", "task.completed", "3 event types". */
export function eventTypesLabel(eventTypes: Webhook['eventTypes']): string {
  const [first] = eventTypes;
  if (first === EVERY) return 'All events';
  return eventTypes.length === 1 && first ? first : `${eventTypes.length} event types`;
}

/** Selects or deselects these types, and keeps the others. */
export function withAll(chosen: string[], types: string[], isChosen: boolean): string[] {
  const others = chosen.filter((type) => !types.includes(type));
  return isChosen ? [...others, ...types] : others;
}
