import { raw, type Sql } from '@crewboard/db';

// Rows of tasks as JSON, which a statement reads with `json_to_recordset`.

/** SQL: the column list of `json_to_recordset`, from the type of each column. */
export const toRecordColumns = (types: Record<string, string>): Sql =>
  raw(
    Object.entries(types)
      .map((each) => each.join(' '))
      .join(', '),
  );

/** Pairs of column and field, such as `created_by_id` and `createdById`, from the types of the columns. */
export const toFields = (types: Record<string, string>) =>
  Object.keys(types).map(
    (name) => [name, name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())] as const,
  );

/**
 * The values of columns, from the fields of a task. Leaves out nulls: `json_to_recordset` reads an absent value as
 * null.
 */
export function toColumnValues(fields: ReturnType<typeof toFields>, task: object): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [name, field] of fields) {
    const value = task[field as keyof typeof task];
    if (value !== null) values[name] = value;
  }
  return values;
}
