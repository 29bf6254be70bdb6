import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { type Database, openDatabase } from '../connections/open-database.ts';
import { restrictDatabase } from '../roles/grant-to-application.ts';

export const templateName = 'crewboard_template';

/** The URL of another database on the same server. */
export function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** The connection that all test files of a worker of vitest share: a new one per file would cost more than a clone. */
let administrator: pg.Pool | undefined;

async function onServer(serverUrl: string, work: (client: pg.ClientBase) => Promise<unknown>): Promise<void> {
  if (!administrator) {
    const kept = { max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true };
    administrator = new pg.Pool({ connectionString: serverUrl, ...kept });
    administrator.on('error', () => undefined);
  }
  const client = await administrator.connect();
  try {
    await work(client);
  } finally {
    client.release();
  }
}

export type TestDatabase = Database & {
  /**
   * Connections of the owner, for statements that the service may not run, such as on triggers and planner statistics.
   */
  owner: pg.Pool;
  ownerUrl: string;
};

/** Creates a migrated database without rows, and opens it as the role of the service. `close` drops the database. */
export async function createTestDatabase(
  serverUrl: string,
  open: typeof openDatabase = openTestDatabase,
): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const applicationUrl = inject('applicationUrl');
  await onServer(serverUrl, async (client) => {
    // A copy of the files takes half the processor time of a copy through the log.
    await client.query(`create database ${name} template ${templateName} strategy file_copy`);
    // A clone has the rights on the tables of its template, but not those on the template itself.
    await restrictDatabase(client, name, new URL(applicationUrl).username);
  });
  const db = open(databaseUrl(applicationUrl, name));
  const ownerUrl = databaseUrl(serverUrl, name);
  const owner = new pg.Pool({ connectionString: ownerUrl, max: 2 });
  owner.on('error', () => undefined);
  return {
    ...db,
    owner,
    ownerUrl,
    async close() {
      await Promise.all([db.close(), owner.end()]);
      await onServer(serverUrl, (client) => client.query(`drop database ${name} with (force)`));
    },
  };
}

/**
 * Opens a database without the timeouts of the service, so that no test depends on how fast the machine is. Tests of
 * the timeouts, and of databases that do not respond, use `openDatabase`.
 */
export function openTestDatabase(...[url, options]: Parameters<typeof openDatabase>): Database {
  return openDatabase(url, { ...options, hasTimeouts: false });
}

/** Creates an empty database, for tests of migrations. Returns its URL. */
export const createEmptyDatabase = (serverUrl: string): Promise<string> => createFrom(serverUrl, 'template1');

/** Creates a database that has all migrations, as a clone of the template. Returns its URL. */
export const createMigratedDatabase = (serverUrl: string): Promise<string> =>
  createFrom(serverUrl, templateName);

async function createFrom(serverUrl: string, template: string): Promise<string> {
  const name = `migrations_${randomBytes(6).toString('hex')}`;
  await onServer(serverUrl, (client) =>
    client.query(`create database ${name} template ${template} strategy file_copy`),
  );
  return databaseUrl(serverUrl, name);
}

declare module 'vitest' {
  interface ProvidedContext {
    /** The server that the global setup started, with the role that owns everything: `inject('postgresUrl')`. */
    postgresUrl: string;
    /** The same with the role of the service. */
    applicationUrl: string;
  }
}
