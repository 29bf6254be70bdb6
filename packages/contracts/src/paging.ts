import { z } from 'zod';
import { text } from './text.ts';

export const defaultLimit = 50;
export const maxLimit = 100;

const limitMessage = `must be a whole number from 1 to ${maxLimit}`;

/** The most items of a page: 1 to 100, 50 when absent. Anything else is refused, never clamped. */
export const Limit = z
  .int({ error: limitMessage })
  .min(1, { error: limitMessage })
  .max(maxLimit, { error: limitMessage })
  .default(defaultLimit);

/** The id of the last item of the page before, as the header X-Next-Cursor gave it. */
export const Cursor = text({ max: 10_000 }).meta({
  description: 'The `X-Next-Cursor` of the page before (the id of its last item).',
  maxLength: undefined,
});
