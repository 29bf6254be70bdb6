import { textBounds } from '@crewboard/contracts';

/** The value of a parameter; null counts as absent. */
type Parse<Value extends string> = (text: string) => Value | null;

/** State in the query of a URL. */
export interface UrlState<Parsers extends Record<string, Parse<string>>> {
  parsers: Parsers;
  /** The parameters that are not named as their values. */
  urlKeys?: Partial<Record<keyof Parsers, string>>;
}

type AnyState = UrlState<Record<string, Parse<string>>>;

/** The values that are set. */
export type UrlValues<State extends AnyState> = {
  [Key in keyof State['parsers']]?: NonNullable<ReturnType<State['parsers'][Key]>>;
};

/** Null clears a value. */
export type UrlChanges<State extends AnyState> = {
  [Key in keyof State['parsers']]?: NonNullable<ReturnType<State['parsers'][Key]>> | null;
};

/** The parameters of a page, as Next passes them. */
export type SearchParams = Record<string, string | string[] | undefined>;

/** An id as the API accepts it; anything else in the URL counts as absent. */
export function parseId(text: string): string | null {
  const id = text.trim();
  const isValid = id.length > 0 && id.length <= textBounds.id.max && id.isWellFormed() && !id.includes('\0');
  return isValid ? id : null;
}

/** One of these values, or absent. */
export const parseOneOf =
  <const Value extends string>(values: readonly Value[]) =>
  (text: string): Value | null =>
    values.find((value) => value === text) ?? null;

/** The valid values: anybody can edit a URL. Of a repeated parameter, the first counts. */
export function readUrlState<State extends AnyState>(
  { parsers, urlKeys = {} }: State,
  params: { get(name: string): string | null } | SearchParams,
): UrlValues<State> {
  const read = (name: string) =>
    typeof params.get === 'function' ? params.get(name) : [(params as SearchParams)[name]].flat()[0];
  const values = Object.entries(parsers).map(([key, parse]) => {
    const text = read(urlKeys[key] ?? key);
    return [key, typeof text === 'string' ? (parse(text) ?? undefined) : undefined];
  });
  return Object.fromEntries(values.filter(([, value]) => value !== undefined)) as UrlValues<State>;
}

const paramOrder = [
  ...['project', 'agent', 'priority', 'q'],
  ...['actor', 'status', 'type', 'subject', 'id', 'time', 'from', 'to', 'delivery', 'new'],
];

/** A path with the changed parameters, in a fixed order: the same state always has the same URL. */
export function writeUrlState<State extends AnyState>(
  { parsers, urlKeys = {} }: State,
  path: string,
  changes: UrlChanges<State>,
): string {
  const [base = '', query] = path.split('?');
  const params = new URLSearchParams(query);
  for (const key of Object.keys(parsers)) {
    const value = changes[key];
    if (value) params.set(urlKeys[key] ?? key, value);
    else if (value === null) params.delete(urlKeys[key] ?? key);
  }
  const entries = [...params].sort(([one], [other]) => paramOrder.indexOf(one) - paramOrder.indexOf(other));
  // A colon needs no escape in a query, and times are readable without.
  const sorted = new URLSearchParams(entries).toString().replaceAll('%3A', ':');
  return sorted ? `${base}?${sorted}` : base;
}
