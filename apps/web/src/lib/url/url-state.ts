import { findTextProblem, textBounds } from '@crewboard/contracts';
import { createParser } from 'nuqs/server';

/** Parses an id. A value in the URL that the API would reject counts as absent. */
export const parseAsId = createParser({
  parse(value) {
    const id = value.trim();
    return findTextProblem(id, textBounds.id) === null ? id : null;
  },
  serialize: String,
});

/** Parameters that are not in this list come first. */
const paramOrder = [
  ...['project', 'agent', 'person', 'priority', 'q'],
  ...['actor', 'status', 'type', 'subject', 'id', 'time', 'from', 'to', 'delivery', 'new'],
];

/** Puts parameters in a fixed order, so that the same state always has the same URL. */
export function sortParams(params: URLSearchParams): URLSearchParams {
  const entries = [...params].sort(([one], [other]) => paramOrder.indexOf(one) - paramOrder.indexOf(other));
  return new URLSearchParams(entries);
}

type WithoutNulls<Values> = { [Key in keyof Values]?: NonNullable<Values[Key]> };

/** The values that are set: nuqs returns null for absent ones, and the inputs of the API have no nulls. */
export function withoutNulls<Values extends object>(values: Values): WithoutNulls<Values> {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== null),
  ) as WithoutNulls<Values>;
}
