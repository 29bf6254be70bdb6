import type { z } from 'zod';
import { invalid } from '../errors.ts';

// What the verbs that change some fields of a row have in common. In their statements `target` is the row as it
// was, locked, and $6 the patch as JSON, which holds the given fields alone.

/** The field where it is given, else the column as it stands. */
export const patched = (field: string, column: string, type = 'text') =>
  `case when $6::jsonb ? '${field}' then ($6::jsonb ->> '${field}')::${type} else target.${column} end`;

/**
 * When a change was made: not when it began to wait for the row, and always after the change that it follows, so
 * that of two states of a row the later one is known by its time.
 */
export const changedAt = `greatest(clock_timestamp(), target.updated_at + interval '1 millisecond')`;

/** The row as it is now, under the name `row`: the one in `changed`, or `target` when nothing was changed. */
export const currentRow = (changed: string, row: string) => `(
    select * from ${changed} union all select * from target where not exists (select from ${changed})
  ) as ${row}`;

/** A patch without a field is a mistake of the caller. */
export function assertPatch(patch: object, schema: z.ZodObject): void {
  if (Object.keys(patch).length > 0) return;
  const fields = Object.keys(schema.shape).join(', ');
  throw invalid([{ path: '', message: `Give at least one field to change: ${fields}` }]);
}
