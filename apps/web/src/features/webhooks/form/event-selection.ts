import type { EventType, Webhook } from '@crewboard/contracts';
import { eventTypes } from '#domain/events/event-types.ts';

/** How the form of an endpoint selects event types: two common options, or a list. */
export type EventScope = 'completed' | 'all' | 'chosen';

export interface EventSelection {
  scope: EventScope;
  /** The selected types, which count while the scope is `chosen`. */
  chosen: string[];
}

type EventTypes = (EventType | '*')[];

const COMPLETED = 'task.completed';
/** Stands for all types in the API. */
const ALL = '*';

/** The selection that the form shows for these types; by default for a new endpoint. Its `chosen` is never empty. */
export function toEventSelection(types: Webhook['eventTypes'] = [COMPLETED]): EventSelection {
  if (types[0] === ALL) return { scope: 'all', chosen: [COMPLETED] };
  const isDefault = types.length === 1 && types[0] === COMPLETED;
  return { scope: isDefault ? 'completed' : 'chosen', chosen: types };
}

/** The event types as the input of the API, in the order of the form. */
export function toEventTypes({ scope, chosen }: EventSelection): EventTypes {
  if (scope === 'all') return [ALL];
  if (scope === 'completed') return [COMPLETED];
  return eventTypes.filter((type) => chosen.includes(type));
}

/** The event types in short: "All events", "task.completed", "3 event types". */
export function eventTypesLabel(types: Webhook['eventTypes']): string {
  const [first] = types;
  if (first === ALL) return 'All events';
  return types.length === 1 && first ? first : `${types.length} event types`;
}

/** Selects or deselects these types, and keeps the others. */
export function selectTypes(chosen: string[], types: string[], isChosen: boolean): string[] {
  const others = chosen.filter((type) => !types.includes(type));
  return isChosen ? [...others, ...types] : others;
}
