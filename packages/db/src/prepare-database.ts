import type pg from 'pg';
import { explainConnectionFailure } from './connections/explain-connection-failure.ts';
import { rejectSharedSessions } from './connections/reject-shared-sessions.ts';
import { connect } from './connections/single-connection.ts';
import { isMigrated, migrate } from './migrations/migrate.ts';
import type { MigrationLog } from './migrations/migration-options.ts';
import { rejectUnknownMigrations } from './migrations/reject-unknown-migrations.ts';
import { type ApplicationRole, readApplicationRole } from './roles/read-application-role.ts';

type Options = {
  /** The URL with the role of the service. */
  url: string;
  /** The URL with the role that owns the tables; its connection is closed before this returns. */
  ownerUrl?: string;
  log?: MigrationLog;
};

/**
 * Prepares the database for the service: applies migrations as the owner, or as the role of `url` if that may. Returns
 * the role of `url`; callers warn operators if it can change the schema. Throws when migrations are missing that
 * neither role may apply, when the database has migrations of a newer version, or when a URL leads to a pooler whose
 * connections share sessions.
 */
export async function prepareDatabase({ url, ownerUrl, log }: Options): Promise<ApplicationRole> {
  const role = await withClient(url, readApplicationRole);
  await rejectSharedSessions(url, 'DATABASE_URL');
  if (ownerUrl && ownerUrl !== url) await rejectSharedSessions(ownerUrl, 'DATABASE_OWNER_URL');
  if (ownerUrl) await migrate(ownerUrl, { applicationRole: role.name, log });
  else if (role.canChangeSchema) await migrate(url, { log });
  const isReady = await withClient(url, async (client) => {
    await rejectUnknownMigrations(client);
    return isMigrated(client);
  }).catch(falseIfUnmigrated);
  if (isReady) return role;
  throw new Error(
    ownerUrl
      ? 'DATABASE_URL lacks migrations after they were applied to DATABASE_OWNER_URL: both must name the same database'
      : `The database lacks migrations, and the role "${role.name}" of DATABASE_URL may not apply them. ` +
          'Run `node apps/api/dist/migrate.js` with DATABASE_OWNER_URL',
  );
}

/**
 * Returns false for an undefined table and for a missing right to read it: no migration has been applied. Throws other
 * errors.
 */
function falseIfUnmigrated(error: { code?: string }): false {
  if (error.code === '42P01' || error.code === '42501') return false;
  throw error;
}

/** Explains a failed connection here, because every program connects here first. */
async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await connect({
    connectionString: url,
    application_name: 'crewboard prepare',
    connectionTimeoutMillis: 10_000,
    query_timeout: 10_000,
  }).catch((error) => {
    throw explainConnectionFailure(error);
  });
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
