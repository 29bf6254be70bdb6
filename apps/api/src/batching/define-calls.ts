import { type Expression, type Expressions, join, raw, type Sql, sql } from '@crewboard/db';
import { toSnakeCase } from '../to-snake-case.ts';

type Column<Value> = readonly Value[];

/** The parameters of a statement for many calls: an array for each field. */
export type CallParams<Call> = { readonly [Field in keyof Call & string]: Column<Call[Field]> };

export type Calls<Call> = {
  /** SQL: a row for each call, in columns `call_…` that no table has, and its place from 1 on in `call_place`. */
  rows: (params: Expressions<CallParams<Call>>) => Sql;
  /** SQL: the columns of `rows`, by field. */
  fields: { readonly [Field in keyof Call & string]: Expression };
  /** SQL: the select list of all columns of `rows`; `row`: their name in the statement. */
  columns: (row: string) => Sql;
  toParams: (calls: readonly Call[]) => CallParams<Call>;
};

const columnOf = (field: string) => `call_${toSnakeCase(field)}`;

/**
 * Makes the calls of a batch the rows of a statement, by the SQL type of each field. The arrays are subqueries:
 * PostgreSQL does not see their length, and so keeps one plan for any number of calls.
 */
export function defineCalls<Call extends object>(
  types: { readonly [Field in keyof Call & string]: string },
): Calls<Call> {
  const fields = Object.keys(types) as (keyof Call & string)[];
  const names = [...fields.map(columnOf), 'call_place'].join(', ');
  return {
    rows: (params) => sql`
    select * from unnest(${join(fields.map((field) => sql`(select ${params[field]}::${raw(types[field])}[])`))})
      with ordinality as calls(${raw(names)})`,
    fields: Object.fromEntries(fields.map((field) => [field, raw(columnOf(field))])) as Calls<Call>['fields'],
    columns: (row) => raw([...fields.map(columnOf), 'call_place'].map((name) => `${row}.${name}`).join(', ')),
    toParams: (calls) =>
      Object.fromEntries(
        fields.map((field) => [field, calls.map((call) => call[field])]),
      ) as unknown as CallParams<Call>,
  };
}
