import pg from 'pg';
import type { SequenceContent } from './manifest.ts';

type Queryable = Pick<pg.ClientBase, 'query'>;

export type Table = { name: string; columns: string[] };

/**
 * All tables except Prisma's list of migrations: the manifest has that, and a restore fills it by applying migrations.
 */
export async function findTables(client: Queryable): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select relname as name,
       (select array_agg(attname::text order by attnum) from pg_attribute
        where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns
     from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> '_prisma_migrations'
     order by relname`,
  );
  return rows;
}

export async function readSequences(client: Queryable): Promise<SequenceContent[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'S' order by relname`,
  );
  const sequences: SequenceContent[] = [];
  for (const { name } of rows) {
    const { rows: values } = await client.query<Omit<SequenceContent, 'name'>>(
      `select last_value::text as "lastValue", is_called as "isCalled" from ${inPublic(name)}`,
    );
    if (values[0]) sequences.push({ name, ...values[0] });
  }
  return sequences;
}

export const inPublic = (name: string): string => `public.${pg.escapeIdentifier(name)}`;

export const columnList = ({ columns }: Table): string =>
  `(${columns.map((column) => pg.escapeIdentifier(column)).join(', ')})`;

/**
 * Settings of the connection for backup and restore: both use the same text form of values, and no timeout ends them.
 */
export const copySettings = `
  set client_encoding = 'UTF8'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set timezone = 'UTC';
  set extra_float_digits = 1; set bytea_output = 'hex';
  set statement_timeout = 0; set idle_in_transaction_session_timeout = 0`;
