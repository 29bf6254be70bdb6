import { type Options, type UseQueryStatesKeysMap, useQueryStates, type Values } from 'nuqs';

type Changes<Parsers extends UseQueryStatesKeysMap> = {
  [Key in keyof Parsers]?: Values<Parsers>[Key] | null;
};

/**
 * State in the query of the URL, so that a reload, a link and the back button show it again. A change does not request
 * the page from the server, and removes invalid values.
 */
export function useUrlState<Parsers extends UseQueryStatesKeysMap>(
  parsers: Parsers,
  urlKeys: Partial<Record<keyof Parsers, string>>,
) {
  const [values, setValues] = useQueryStates(parsers, { urlKeys, history: 'push' });
  /** Null for a key clears its value; null for `changes` clears all values. */
  const change = (changes: Changes<Parsers> | null, options?: Options) =>
    void setValues(changes && ((current) => ({ ...current, ...changes })), options);
  return [values, change] as const;
}
