import type { EventSubject, EventType } from '@crewboard/contracts';
import { isAbout, subjectNames, typeNames } from './event-types.ts';
import { periods } from './periods.ts';
import { type Actors, nameIn } from './use-actors.ts';

/** What stands in the list of times for bounds of one's own. */
export const OWN_BOUNDS = 'own';

const subjects = Object.keys(subjectNames) as EventSubject[];
const types = Object.keys(typeNames) as EventType[];

export const subjectData = subjects.map((value) => ({ value, label: subjectNames[value].many }));

export const timeData = [
  ...Object.entries(periods).map(([value, { name }]) => ({ value, label: name })),
  { value: OWN_BOUNDS, label: 'Custom' },
];

/** The types by what they are about: of one kind of subject, or of all. */
export function typeData(only: EventSubject | undefined) {
  return subjects
    .filter((subject) => !only || subject === only)
    .map((subject) => ({
      group: subjectNames[subject].many,
      items: types
        .filter((type) => isAbout(type, subject))
        .map((value) => ({ value, label: typeNames[value] })),
    }));
}

/** Everybody who can be chosen. What the URL names and nobody knows is shown as unknown. */
export function actorData(actors: Actors, chosen: string | undefined) {
  const asItems = (named: Actors['agents']) => named.map(({ id, name }) => ({ value: id, label: name }));
  const isUnknown = chosen && nameIn(actors, chosen) === undefined;
  return [
    { group: 'People', items: asItems(actors.people) },
    { group: 'Agents', items: asItems(actors.agents) },
    { group: 'API keys', items: asItems(actors.keys) },
    { group: 'Others', items: isUnknown ? [{ value: chosen, label: 'Unknown' }] : [] },
  ].filter(({ items }) => items.length > 0);
}
