import { join, raw, type Sql, sql } from '@crewboard/db';
import { toSnakeCase } from '../to-snake-case.ts';

/** Where a field appears: in responses and in snapshots of events, in one of the two, or in neither. */
type Use = 'everywhere' | 'response' | 'event' | 'internal';

/** A column of a table and its field. Create one with `column`, `text`, `time` or a nullable one. */
type Field<Value, FieldUse extends Use> = Options & {
  use: FieldUse;
  /** Never set: it only carries the type of the value. */
  value?: Value;
};

type Options = {
  /** The name of the column; the name of the field in snake_case if absent. */
  column?: string;
  /** An expression instead of a column, from the name of a row. */
  sql?: (row: string) => Sql;
  /**
   * SQL: the value where PostgreSQL builds the JSON; the value itself if absent. In rows, `toJsonTime` has converted
   * times already.
   */
  json?: (value: Sql) => Sql;
  /** The value in the snapshot of an event; the same as in JSON if absent. */
  snapshot?: (row: string) => Sql;
  /** The bytes of the value in a response, if their number varies. */
  bytes?: (value: Sql) => Sql;
};

type Fields = Record<string, Field<unknown, Use>>;

/** A field of responses and snapshots. */
export type Column<Value> = Field<Value, 'everywhere'>;

/** A field whose value in a response is that of the database. */
export const column = <T>(options: Options = {}): Field<T, 'everywhere'> => ({
  use: 'everywhere',
  ...options,
});

/** A text, whose bytes count for the size of a page. */
export const text = (options: Options = {}) => column<string>({ bytes: textBytes, ...options });

export const nullableText = (options: Options = {}) =>
  column<string | null>({ bytes: textBytes, ...options });

const textBytes = (value: Sql) => sql`coalesce(octet_length(${value}), 0)`;

/** A time, as text such as 2026-01-31T09:30:00.000Z. */
export const time = (options: Options = {}) => column<string>({ json: jsonTime, ...options });

export const nullableTime = (options: Options = {}) => column<string | null>({ json: jsonTime, ...options });

const withUse =
  <FieldUse extends Use>(use: FieldUse) =>
  <T>(field: Field<T, 'everywhere'>): Field<T, FieldUse> => ({ ...field, use });

/** A field that snapshots do not have: it is secret or computed, or changes without an event. */
export const responseOnly = withUse('response');
/** A field that only snapshots have. */
export const eventOnly = withUse('event');
/** A field that only verbs read. */
export const internal = withUse('internal');

/** SQL: a time as in the contracts. */
export const jsonTime = (value: Sql) =>
  sql`to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

type ValueOf<F> = F extends Field<infer Value, Use> ? Value : never;

type RowOfFields<F extends Fields> = {
  [Name in keyof F as F[Name]['use'] extends 'event' ? never : Name]: ValueOf<F[Name]>;
};

type ContractOfFields<F extends Fields> = {
  [Name in keyof F as F[Name]['use'] extends 'event' | 'internal' ? never : Name]: ValueOf<F[Name]>;
};

type RowDefinition<F extends Fields> = {
  /** SQL: the select list, from the name of a row. */
  columns: (row: string) => Sql;
  /** SQL: the snapshot that an event keeps, as jsonb, from the name of a row. */
  snapshot: (row: string) => Sql;
  /** SQL: the item of a response, as json, from the name of a row. */
  json: (row: string) => Sql;
  /** SQL: an upper bound of the bytes of the item in a response, from the name of a row. */
  bytes: (row: string) => Sql;
  toContract: (row: RowOfFields<F>) => ContractOfFields<F>;
};

/** The type of the rows that a query with the `columns` of a definition returns. */
export type RowOf<Definition> = Definition extends RowDefinition<infer F> ? RowOfFields<F> : never;

/**
 * Returns a function that copies these fields of a row. It is compiled, from names in this code alone, because an
 * object literal takes a tenth of the time of a loop, and its serialization two thirds.
 */
const copierOf = (names: readonly string[]) =>
  new Function('row', `return { ${names.map((name) => `"${name}": row["${name}"]`).join()} }`) as never;

/**
 * Defines the fields of a resource once: the column of each, and its form in responses and snapshots. Returns the
 * select list, the snapshot and the mapper that follow. `fixedBytes`: an upper bound for all fields without `bytes`
 * together. `cutPage` ends a page by the sum of both.
 */
export function defineRow<F extends Fields>(fields: F, { fixedBytes = 0 } = {}): RowDefinition<F> {
  const all = Object.entries(fields).map(([name, field]) => {
    const columnName = field.column ?? toSnakeCase(name);
    const sqlOf = field.sql ?? ((row: string) => raw(`${row}.${columnName}`));
    const inJson = (row: string) => field.json?.(sqlOf(row)) ?? sqlOf(row);
    const inSnapshot = field.snapshot ?? inJson;
    return { name, columnName, field, sqlOf, inJson, inSnapshot };
  });
  const selected = all.filter(({ field }) => field.use !== 'event');
  const inSnapshots = all.filter(({ field }) => field.use === 'everywhere' || field.use === 'event');
  const inResponses = all.filter(({ field }) => field.use === 'everywhere' || field.use === 'response');
  return {
    columns: (row) =>
      join(
        selected.map(({ name, columnName, field, sqlOf }) =>
          !field.sql && name === columnName ? sqlOf(row) : sql`${sqlOf(row)} as ${raw(`"${name}"`)}`,
        ),
        ',\n    ',
      ),
    snapshot: (row) => {
      const entries = inSnapshots.map(({ name, inSnapshot }) => sql`${raw(`'${name}'`)}, ${inSnapshot(row)}`);
      return sql`jsonb_build_object(
    ${join(entries, ',\n    ')})`;
    },
    json: (row) => {
      const entries = inResponses.map(({ name, inJson }) => sql`${raw(`'${name}'`)}, ${inJson(row)}`);
      return sql`json_build_object(${join(entries)})`;
    },
    bytes: (row) => {
      const sizes = inResponses.flatMap(({ field, sqlOf }) => field.bytes?.(sqlOf(row)) ?? []);
      return sql`(${join([...sizes, raw(String(fixedBytes))], ' + ')})`;
    },
    toContract: copierOf(inResponses.map(({ name }) => name)),
  };
}
