import { randomBytes } from 'node:crypto';
import { openTestDatabase } from '@crewboard/db/testing';

/** A PostgreSQL server, with the role that owns everything and with that of the service. */
export type Server = {
  ownerUrl: string;
  applicationUrl: string;
  /** A migrated database to copy; without it, the new database is empty. */
  template?: string;
};

/** Creates a database whose name begins with `prefix`. `drop` ends its connections. */
export async function createDatabase({ ownerUrl, applicationUrl, template }: Server, prefix: string) {
  const name = `${prefix}_${randomBytes(6).toString('hex')}`;
  const copy = template ? ` template ${template} strategy file_copy` : '';
  await runOnServer(ownerUrl, `create database ${name}${copy}`);
  return {
    url: new URL(`/${name}`, applicationUrl).href,
    ownerUrl: new URL(`/${name}`, ownerUrl).href,
    drop: () => runOnServer(ownerUrl, `drop database ${name} with (force)`),
  };
}

async function runOnServer(ownerUrl: string, sql: string): Promise<void> {
  const server = openTestDatabase(ownerUrl, { maxConnections: 1 });
  await server.pool.query(sql).finally(() => server.close());
}
