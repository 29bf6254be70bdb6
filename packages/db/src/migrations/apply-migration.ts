import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { inTransaction } from '../connections/single-connection.ts';
import { followIndexBuild } from './follow-index-build.ts';
import type { Migration } from './migration-files.ts';
import type { MigrationLog, MigrationTiming } from './migration-options.ts';

type Options = { url: string; timing: MigrationTiming; log: MigrationLog };

/**
 * Applies one migration and records it in Prisma's table. A migration that gets no lock in time is retried for up to
 * `maxLockWaitMs`, so that writers never wait long behind it. Returns the number of retries.
 */
export async function applyMigration(
  client: pg.ClientBase,
  migration: Migration,
  { url, timing, log }: Options,
): Promise<number> {
  const { name } = migration;
  const startedAt = Date.now();
  for (let retries = 0; ; retries += 1) {
    try {
      if (migration.transaction.kind === 'one') await applyInTransaction(client, migration, timing);
      else await applyToIndex(client, migration, { url, timing, log });
      return retries;
    } catch (error) {
      const delayMs = Math.min(timing.firstRetryDelayMs * 2 ** retries, timing.maxRetryDelayMs);
      const isLate = Date.now() + delayMs - startedAt > timing.maxLockWaitMs;
      if (!isLockConflict(error) || isLate) throw failureOf(migration, error);
      log(
        { migration: name, retries: retries + 1, delayMs },
        'migration did not get a lock in time; retrying',
      );
      await sleep(delayMs);
    }
  }
}

async function applyInTransaction(
  client: pg.ClientBase,
  migration: Migration,
  timing: MigrationTiming,
): Promise<void> {
  await inTransaction(client, async () => {
    await client.query(`set local lock_timeout = ${timing.lockTimeoutMs}`);
    await client.query(migration.sql);
    await recordAsApplied(client, migration);
  });
}

/**
 * Builds or drops an index concurrently. May wait `maxLockWaitMs` for open transactions, because no writer waits behind
 * it.
 */
async function applyToIndex(client: pg.ClientBase, migration: Migration, options: Options): Promise<void> {
  const { name, sql, transaction } = migration;
  const indexName = transaction.kind === 'none' ? transaction.indexName : undefined;
  await client.query(`set lock_timeout = ${options.timing.maxLockWaitMs}`);
  try {
    if (indexName && (await isInvalid(client, indexName))) {
      options.log({ migration: name, index: indexName }, 'dropping the index of an interrupted build');
      await client.query(`drop index concurrently if exists ${pg.escapeIdentifier(indexName)}`);
    }
    await followIndexBuild(client, { migration: name, ...options }, () => client.query(sql));
    await recordAsApplied(client, migration);
  } finally {
    await client.query('reset lock_timeout');
  }
}

async function isInvalid(client: pg.ClientBase, indexName: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from pg_index where indexrelid = to_regclass(quote_ident($1)) and not indisvalid`,
    [indexName],
  );
  return rowCount === 1;
}

async function recordAsApplied(client: pg.ClientBase, { checksum, name }: Migration): Promise<void> {
  await client.query(
    `insert into _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
     values ($1, $2, $3, clock_timestamp(), 1)`,
    [randomUUID(), checksum, name],
  );
}

/** lock_not_available, deadlock_detected. */
const lockConflicts = ['55P03', '40P01'];
const isLockConflict = (error: unknown) => lockConflicts.includes(String((error as { code?: unknown }).code));

function failureOf({ name, transaction }: Migration, error: unknown): Error {
  const { message } = error as Error;
  const advice = isLockConflict(error)
    ? ' A transaction of another session holds a table for too long: find it in pg_stat_activity (xact_start) and end it.'
    : '';
  const effect = transaction.kind === 'one' ? 'failed and changed nothing' : 'failed';
  return new Error(`Migration ${name} ${effect}: ${message}.${advice} The next start retries it.`, {
    cause: error,
  });
}
