import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { withConnection } from '../connections/single-connection.ts';
import { rebaseEventLog } from '../rebase-event-log.ts';
import { grantToApplication } from '../roles/grant-to-application.ts';
import { applyMigration } from './apply-migration.ts';
import { type Migration, readMigrations } from './migration-files.ts';
import { MigrationMismatch } from './migration-mismatch.ts';
import { type MigrationLog, type MigrationTiming, migrationTiming } from './migration-options.ts';
import { rejectUnknownMigrations } from './reject-unknown-migrations.ts';

/** The advisory lock of `prisma migrate`: both must not run at the same time. */
export const migrationLock = 72_707_369;
const lockPollIntervalMs = 200;

/** Prisma's own bookkeeping: `prisma migrate status` and `deploy` agree with it. */
const bookkeeping = `
  create table if not exists _prisma_migrations (
    id varchar(36) primary key not null,
    checksum varchar(64) not null,
    finished_at timestamptz,
    migration_name varchar(255) not null,
    logs text,
    rolled_back_at timestamptz,
    started_at timestamptz not null default now(),
    applied_steps_count integer not null default 0
  )`;

/** The checksums of migrations that were edited after a release. A later migration adds what the edit added. */
const releasedChecksums: Record<string, string> = {
  // Of 0.2.0: see 20261129120000_baseline_of_0_2_0.
  '20261124000000_baseline': 'be3d227cbab9499b5c6208da0fc80ebef4814db98151fc79ad4803dae317a41f',
};

type Options = {
  /** The role of the service, which may use the tables and nothing more; the owner needs no grants. */
  applicationRole?: string;
  log?: MigrationLog;
  timing?: Partial<MigrationTiming>;
  /** Those on disk by default. */
  migrations?: Migration[];
};

/**
 * Applies the migrations that the database lacks, in order, and returns their names. `url` is the owner's. A database
 * that was restored from another server gets a rebased event log. Concurrent processes wait for each other. Throws when
 * the database has a migration that is unknown here, when an applied one was edited, when one fails, or when it gets no
 * lock for ten minutes.
 */
export async function migrate(
  url: string,
  { applicationRole, log = () => undefined, migrations = readMigrations(), ...options }: Options = {},
): Promise<string[]> {
  const timing = { ...migrationTiming, ...options.timing };
  const config = {
    connectionString: url,
    application_name: 'crewboard migrate',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  };
  return withConnection(config, async (client) => {
    // Override the timeouts of the role or the database, which are for short statements.
    await client.query('set statement_timeout = 0');
    await waitForLock(client, timing, log);
    await client.query(bookkeeping);
    await rejectUnknownMigrations(client, migrations);
    const missing = await findMissingMigrations(client, migrations);
    for (const [index, migration] of missing.entries()) {
      const startedAt = Date.now();
      const position = { migration: migration.name, number: index + 1, of: missing.length };
      log(position, 'applying a migration');
      const retries = await applyMigration(client, migration, { url, timing, log });
      const seconds = (Date.now() - startedAt) / 1000;
      log({ ...position, seconds, retries }, 'migration applied');
    }
    if (applicationRole && (await grantToApplication(client, applicationRole))) {
      log({ role: applicationRole }, 'the application role may use the tables');
    }
    if (await rebaseEventLog(client)) log({}, 'the event log comes from another server and was rebased');
    return missing.map(({ name }) => name);
  });
}

/** Polls, because a statement that waits for the lock would block a concurrent index build of the other process. */
async function waitForLock(client: pg.ClientBase, timing: MigrationTiming, log: MigrationLog): Promise<void> {
  const startedAt = Date.now();
  for (let nextLogAt = startedAt; ; ) {
    const { rows } = await client.query<{ isMine: boolean }>('select pg_try_advisory_lock($1) as "isMine"', [
      migrationLock,
    ]);
    if (rows[0]?.isMine) return;
    const waitedMs = Date.now() - startedAt;
    if (waitedMs > timing.maxProcessWaitMs) {
      throw new Error('Another process has been migrating the database for too long. Look at its log.');
    }
    if (Date.now() >= nextLogAt) {
      log({ seconds: Math.round(waitedMs / 1000) }, 'waiting for another process that migrates');
      nextLogAt += timing.progressIntervalMs;
    }
    await sleep(lockPollIntervalMs);
  }
}

/** The migrations that the database lacks. Throws when an applied migration was edited. */
export async function findMissingMigrations(
  client: Pick<pg.ClientBase, 'query'>,
  migrations: Migration[],
): Promise<Migration[]> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    `select migration_name as name, checksum from _prisma_migrations
     where finished_at is not null and rolled_back_at is null`,
  );
  const applied = new Map(rows.map((row) => [row.name, row.checksum]));
  return migrations.filter(({ name, checksum }) => {
    const appliedChecksum = applied.get(name);
    const isEdited = appliedChecksum !== checksum && appliedChecksum !== releasedChecksums[name];
    if (appliedChecksum !== undefined && isEdited) {
      throw new MigrationMismatch(
        `Migration ${name} was edited after it had been applied.`,
        'Restore its file.',
      );
    }
    return appliedChecksum === undefined;
  });
}

/**
 * Whether every migration on disk is applied. Ignores migrations of newer versions, beside which a running process
 * works.
 */
export async function isMigrated(client: Pick<pg.Pool, 'query'>): Promise<boolean> {
  const { rows } = await client.query<{ missing: number }>(
    `select count(*)::int as missing from unnest($1::text[]) as expected(name)
     where not exists (select from _prisma_migrations m
                       where m.migration_name = expected.name and m.finished_at is not null and m.rolled_back_at is null)`,
    [readMigrations().map((migration) => migration.name)],
  );
  return rows[0]?.missing === 0;
}
