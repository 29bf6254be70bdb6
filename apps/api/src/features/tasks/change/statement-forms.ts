import { raw, type Sql } from '@crewboard/db';

/**
 * A statement in several forms, each prepared for itself when it is first needed, so that most calls do not pay for what
 * few need.
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

/** SQL: the columns of `json_to_recordset`, from the type of each. */
export const toRecordColumns = (types: Record<string, string>): Sql =>
  raw(
    Object.entries(types)
      .map((each) => each.join(' '))
      .join(', '),
  );

/** The names of columns and their fields: `created_by_id` is `createdById`. */
export const toFields = (columns: object) =>
  Object.keys(columns).map(
    (name) => [name, name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())] as const,
  );

/** The values of columns, from a task with their fields. Nulls are left out: `json_to_recordset` reads what is absent as null. */
export function toColumnValues(fields: ReturnType<typeof toFields>, task: object): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [name, field] of fields) {
    const value = task[field as keyof typeof task];
    if (value !== null) values[name] = value;
  }
  return values;
}
