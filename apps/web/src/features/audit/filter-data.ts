import { subjectNames, subjectTypes } from '#domain/events/event-types.ts';
import { periods } from './periods.ts';
import { type Actors, nameIn } from './use-actors.ts';

/** The option of custom times. */
export const OWN_BOUNDS = 'own';

export const subjectData = subjectTypes.map((value) => ({ value, label: subjectNames[value].many }));

export const timeData = [
  ...Object.entries(periods).map(([value, { name }]) => ({ value, label: name })),
  { value: OWN_BOUNDS, label: 'Custom' },
];

/** All actors. An unknown id in the URL is shown as unknown. */
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
