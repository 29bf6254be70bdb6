import { type Expression, raw, type Sql, sql } from '@crewboard/db';
import type { z } from 'zod';
import { invalid } from '../errors.ts';
import { toSnakeCase } from './define-row.ts';

// Fragments for statements that change some fields of a row. `target` is the locked row before the change; the patch is
// JSON with only the given fields.

/** SQL: the field where the patch has it, else the column as it stands. */
export const patched = (patch: Expression, field: string, type = 'text'): Sql =>
  sql`case when ${patch}::jsonb ? ${raw(`'${field}'`)}
    then (${patch}::jsonb ->> ${raw(`'${field}'`)})::${raw(type)} else target.${raw(toSnakeCase(field))} end`;

/**
 * SQL: the time of a change, after any wait for the row and always later than the change before it: of two states of a
 * row, the later time is the newer state.
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
