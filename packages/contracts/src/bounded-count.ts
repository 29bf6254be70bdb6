import { z } from 'zod';

/** A number of things. There are at least so many; if the count is exact, there are not more. */
export const BoundedCount = z.strictObject({ count: z.int().min(0), isExact: z.boolean() });
export type BoundedCount = z.infer<typeof BoundedCount>;
