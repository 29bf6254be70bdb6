import type pg from 'pg';

type ServerFacts = {
  /** Such as 18.4. */
  version: string;
  /** Such as 180004. */
  versionNumber: number;
  encoding: string;
  isStandby: boolean;
  isReadOnly: boolean;
  /** Which of fsync, synchronous_commit and full_page_writes are off: then an acknowledged change may be lost. */
  unsafeSettings: string[];
  databaseBytes: number;
};

const readFacts = `
  select current_setting('server_version') as version, current_setting('server_version_num')::int as "versionNumber",
    pg_encoding_to_char(encoding) as encoding, pg_is_in_recovery() as "isStandby",
    exists (select from pg_settings where name = 'default_transaction_read_only' and setting = 'on') as "isReadOnly",
    array(select name from pg_settings
          where name in ('fsync', 'synchronous_commit', 'full_page_writes') and setting = 'off' order by 1)
      as "unsafeSettings",
    pg_database_size(oid)::float8 as "databaseBytes"
  from pg_database where datname = current_database()`;

/** Reads facts about the server that `admin doctor` checks. */
export async function readServer(client: pg.ClientBase): Promise<ServerFacts> {
  const { rows } = await client.query<ServerFacts>(readFacts);
  return rows[0] as ServerFacts;
}

type ConnectionUse = {
  used: number;
  /** How many connections the service may open, without those that are reserved for administrators. */
  max: number;
  /** The connections of the role of this connection. */
  usedByRole: number;
  /** The limit of that role; null without one. */
  maxOfRole: number | null;
};

// Every role may read these counts. `reserved_connections` exists since PostgreSQL 16.
const readUse = `
  select (select sum(numbackends)::int from pg_stat_database) as used,
    (current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
      - coalesce(current_setting('reserved_connections', true), '0')::int) as max,
    (select count(*)::int from pg_stat_activity where usename = current_user) as "usedByRole",
    nullif(rolconnlimit, -1) as "maxOfRole"
  from pg_roles where rolname = current_user`;

/** Reads how many connections are in use, and how many the service may open. */
export async function readConnectionUse(client: pg.ClientBase): Promise<ConnectionUse> {
  const { rows } = await client.query<ConnectionUse>(readUse);
  return rows[0] as ConnectionUse;
}
