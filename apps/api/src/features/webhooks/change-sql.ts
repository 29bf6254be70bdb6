import { type Expression, raw, type Sql, sql } from '@crewboard/db';
import { toSnakeCase } from '../../to-snake-case.ts';

// SQL fragments for statements that change some fields of a webhook. `target` is the locked row before the change; the
// patch is JSON with only the given fields.

/** SQL: the field of the patch if the patch has it, else the column. */
export const patched = (patch: Expression, field: string, type = 'text'): Sql =>
  sql`case when ${patch}::jsonb ? ${raw(`'${field}'`)}
    then (${patch}::jsonb ->> ${raw(`'${field}'`)})::${raw(type)} else target.${raw(toSnakeCase(field))} end`;

/**
 * SQL: the time of a change of the row `before`. It is taken after any wait for the row, and is always later than the
 * time of the previous change.
 */
export const changedAt = (before: string): Sql =>
  raw(`greatest(clock_timestamp(), ${before}.updated_at + interval '1 millisecond')`);

/** SQL: the row after the statement, under the name `row`: that in `changed`, or `target` if nothing changed. */
export const currentRow = (changed: string, row: string): Sql =>
  raw(`(
    select * from ${changed} union all select * from target where not exists (select from ${changed})
  ) as ${row}`);
