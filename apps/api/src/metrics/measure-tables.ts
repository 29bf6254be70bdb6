import { defineStatement, type Queryable, queryMany, sql } from '@crewboard/db';

type Table = { name: string; bytes: number };

/** With indexes and large values. */
const statement = defineStatement<object, Table>(
  () => sql`
  select relname as name, pg_total_relation_size(oid)::float8 as bytes from pg_class
  where relkind = 'r' and relnamespace = current_schema()::regnamespace`,
);

/** The sizes of all tables of the service. */
export const measureTables = (db: Queryable): Promise<Table[]> => queryMany(db, statement, {});
