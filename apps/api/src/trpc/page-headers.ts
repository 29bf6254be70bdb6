import { z } from 'zod';

/** What a page says besides its items, where another one follows. */
export const pageHeaders = z.object({
  'X-Next-Cursor': z.string().optional(),
  Link: z.string().optional(),
});
