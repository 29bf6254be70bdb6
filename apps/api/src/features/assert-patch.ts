import type { z } from 'zod';
import { invalid } from '../errors.ts';

/** Throws VALIDATION_ERROR for a patch without a field. */
export function assertPatch(patch: object, schema: z.ZodObject): void {
  if (Object.keys(patch).length > 0) return;
  const fields = Object.keys(schema.shape).join(', ');
  throw invalid([{ path: '', message: `Give at least one field to change: ${fields}` }]);
}
