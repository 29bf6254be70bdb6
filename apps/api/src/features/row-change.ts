import { type Expression, raw, type Sql, sql } from '@crewboard/db';
import type { z } from 'zod';
import { invalid } from '../errors.ts';

// What the statements that change some fields of a row have in common: `target` is the row as it was, locked, and the
// patch is JSON that holds the given fields alone.

/** SQL: the field where the patch has it, else the column as it stands. */
export const patched = (patch: Expression, field: string, column: string, type = 'text'): Sql =>
  sql`case when ${patch}::jsonb ? ${raw(`'${field}'`)}
    then (${patch}::jsonb ->> ${raw(`'${field}'`)})::${raw(type)} else target.${raw(column)} end`;

/**
 * SQL: when a change is made. Not when it began to wait for the row, and always after the change before it, so that of
 * two states of a row the later one is known by its time.
 */
export const changedAt = sql`greatest(clock_timestamp(), target.updated_at + interval '1 millisecond')`;

/** SQL: the row as the statement leaves it, under the name `row`: the one in `changed`, or `target` when nothing changed. */
export const currentRow = (changed: string, row: string): Sql =>
  raw(`(
    select * from ${changed} union all select * from target where not exists (select from ${changed})
  ) as ${row}`);

/** Throws VALIDATION_ERROR for a patch without a field. */
export function assertPatch(patch: object, schema: z.ZodObject): void {
  if (Object.keys(patch).length > 0) return;
  const fields = Object.keys(schema.shape).join(', ');
  throw invalid([{ path: '', message: `Give at least one field to change: ${fields}` }]);
}
