import { z } from 'zod';

/** The largest that an integer column holds. */
export const maxInteger = 2_147_483_647;

/** A whole number within these bounds, whose error names them. */
export function wholeNumber(min: number, max = Number.MAX_SAFE_INTEGER) {
  const range = max === Number.MAX_SAFE_INTEGER ? `of at least ${min}` : `from ${min} to ${max}`;
  const error = `must be a whole number ${range}`;
  return z.int({ error }).min(min, { error }).max(max, { error });
}
