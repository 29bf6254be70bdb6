import { raw, type Sql } from '@crewboard/db';

/**
 * Returns a function that defines the statement of a form when it is first needed. Each form is a prepared statement of
 * its own, so that most calls do not pay for parts that few need.
 */
export function defineForms<Form extends Record<string, boolean | string | undefined>, Prepared>(
  define: (form: Form) => Prepared,
) {
  const statementByForm = new Map<string, Prepared>();
  return (form: Form): Prepared => {
    const key = JSON.stringify(form);
    const statement = statementByForm.get(key) ?? define(form);
    statementByForm.set(key, statement);
    return statement;
  };
}

/** SQL: the column list of `json_to_recordset`, from the type of each column. */
export const toRecordColumns = (types: Record<string, string>): Sql =>
  raw(
    Object.entries(types)
      .map((each) => each.join(' '))
      .join(', '),
  );

/** Pairs of column and field, such as `created_by_id` and `createdById`. */
export const toFields = (columns: object) =>
  Object.keys(columns).map(
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
