import { createHash } from 'node:crypto';
import type { QueryResultRow } from 'pg';
import { Sql } from 'sql-template-tag';
import type { Queryable } from './queryable.ts';

/** A parameter of a statement. All its uses in the statement get the same number. */
class Parameter {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** Accepted by templates instead of a value. */
export type Expression = Sql | Parameter;

/** A parameter or other SQL for each parameter of a statement, for fragments that several statements use. */
export type Expressions<Params> = { readonly [Name in keyof Params]-?: Expression };

type Parameters<Params> = { readonly [Name in keyof Params]-?: Parameter };

/** A prepared statement. `Row` is the type of its rows, which nothing checks. */
export type Statement<Params, Row> = {
  readonly name: string;
  readonly text: string;
  readonly parameters: readonly (keyof Params & string)[];
  /** Never set: the fields only carry the types of the parameters and of a row. */
  readonly params?: Params;
  readonly row?: Row;
};

const indentation = /\n\s+/g;

/**
 * Composes a prepared statement once, when its file is loaded, so that calls cost no string building. The callback gets
 * a parameter for each name that it reads. Fragments take parameters as expressions, so files need no common numbering.
 * The name of the statement is a hash of its text, and therefore unique. Throws when the SQL contains a value that is
 * not a parameter.
 *
 * @example
 * const statement = defineStatement<{ id: string }, TaskRow>(({ id }) => sql`select * from tasks where id = ${id}`);
 * const task = await queryOne(ctx.db, statement, { id: 'c…' });
 */
export function defineStatement<Params extends object, Row extends QueryResultRow>(
  compose: (parameters: Parameters<Params>) => Sql,
): Statement<Params, Row> {
  const known = new Map<PropertyKey, Parameter>();
  const parameters = new Proxy({} as Parameters<Params>, {
    get(_, name) {
      const parameter = known.get(name) ?? new Parameter(String(name));
      known.set(name, parameter);
      return parameter;
    },
  });
  const { strings, values } = compose(parameters);
  const used: Parameter[] = [];
  const composed = strings.reduce((before, after, index) => {
    const value = values[index - 1];
    if (!(value instanceof Parameter)) throw new Error(`Not a parameter of the statement: ${String(value)}`);
    if (!used.includes(value)) used.push(value);
    return `${before}$${used.indexOf(value) + 1}${after}`;
  });
  // Remove the indentation, a third of the text: the server copies the text for each execution.
  const text = composed.replaceAll(indentation, '\n');
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 20);
  return { name, text, parameters: used.map((parameter) => parameter.name as keyof Params & string) };
}

/** Runs a statement and returns its rows. SQL that was composed for one call is not prepared. */
export async function queryMany<Params extends object, Row extends QueryResultRow>(
  db: Queryable,
  statement: Statement<Params, Row>,
  params: NoInfer<Params>,
): Promise<Row[]>;
export async function queryMany<Row extends QueryResultRow>(db: Queryable, statement: Sql): Promise<Row[]>;
export async function queryMany(
  db: Queryable,
  statement: Statement<Record<string, unknown>, QueryResultRow> | Sql,
  params: Record<string, unknown> = {},
): Promise<QueryResultRow[]> {
  if (statement instanceof Sql) return (await db.query(statement)).rows;
  const { name, text, parameters } = statement;
  return (await db.query({ name, text, values: parameters.map((parameter) => params[parameter]) })).rows;
}

/** Runs a statement and returns its first row; undefined if there is none. */
export async function queryOne<Params extends object, Row extends QueryResultRow>(
  db: Queryable,
  statement: Statement<Params, Row>,
  params: NoInfer<Params>,
): Promise<Row | undefined>;
export async function queryOne<Row extends QueryResultRow>(
  db: Queryable,
  statement: Sql,
): Promise<Row | undefined>;
export async function queryOne(
  db: Queryable,
  statement: Statement<Record<string, unknown>, QueryResultRow> | Sql,
  params: Record<string, unknown> = {},
): Promise<QueryResultRow | undefined> {
  return (
    statement instanceof Sql ? await queryMany(db, statement) : await queryMany(db, statement, params)
  )[0];
}
