'use client';

import { type Options, type UseQueryStatesKeysMap, useQueryStates, type Values } from 'nuqs';

type Changes<Parsers extends UseQueryStatesKeysMap> = {
  [Key in keyof Parsers]?: Values<Parsers>[Key] | null;
};

/**
 * State in the URL: a reload and a link show the same, and the back button works. Changes do not request the page from
 * the server, and drop invalid values.
 */
export function useUrlState<Parsers extends UseQueryStatesKeysMap>(
  parsers: Parsers,
  urlKeys: Partial<Record<keyof Parsers, string>>,
) {
  const [values, setValues] = useQueryStates(parsers, { urlKeys, history: 'push' });
  /** Null clears a value; null alone clears all of them. */
  const change = (changes: Changes<Parsers> | null, options?: Options) =>
    void setValues(changes && ((current) => ({ ...current, ...changes })), options);
  return [values, change] as const;
}
