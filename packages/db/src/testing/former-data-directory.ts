import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { databaseAccount } from '../embedded/account.ts';
import { findBinaries, NO_ENVIRONMENT } from '../embedded/binaries.ts';
import { ensureCluster, locateCluster } from '../embedded/cluster.ts';
import { findFreePort } from '../embedded/free-port.ts';
import { readMigrations } from '../migrations.ts';

/** The newest migration of the version that had only one role. */
const newest = '20261122120000_sign_in_limits';

/** The table of migrations of that version. */
const bookkeeping = `create table _prisma_migrations (id varchar(36) primary key not null, checksum varchar(64) not null,
  finished_at timestamptz, migration_name varchar(255) not null, logs text, rolled_back_at timestamptz,
  started_at timestamptz not null default now(), applied_steps_count integer not null default 0)`;

/**
 * Creates a data directory as that version did: one superuser owns everything, without another role. Then runs `sql`.
 */
export async function makeFormerDataDirectory(dataDir: string, sql: string): Promise<void> {
  const account = await databaseAccount();
  const binaries = await findBinaries(account);
  const cluster = await locateCluster(dataDir, account);
  const password = await ensureCluster(cluster, { binaries, account, sync: false });
  const port = await findFreePort();
  const settings = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off'];
  const args = ['-D', cluster, ...settings.flatMap((setting) => ['-c', setting])];
  const options = { ...account, cwd: '/', env: NO_ENVIRONMENT, stdio: 'ignore' } as const;
  const server = spawn(binaries.postgres, args, options);
  const ended = once(server, 'exit');
  const address = { host: '127.0.0.1', port, user: 'crewboard', password };
  try {
    await onceReady({ ...address, database: 'postgres' }, (client) =>
      client.query('create database crewboard'),
    );
    await onceReady({ ...address, database: 'crewboard' }, async (client) => {
      await client.query(bookkeeping);
      for (const { name, sql: statements, checksum } of readMigrations()) {
        if (name > newest) continue;
        await client.query(statements);
        await client.query(
          `insert into _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
           values ($1, $2, $3, clock_timestamp(), 1)`,
          [randomUUID(), checksum, name],
        );
      }
      await client.query(sql);
    });
  } finally {
    server.kill('SIGINT');
    await ended;
  }
}

async function onceReady(
  config: pg.ClientConfig,
  work: (client: pg.Client) => Promise<unknown>,
): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    const client = new pg.Client(config);
    client.on('error', () => undefined);
    try {
      await client.connect();
    } catch (error) {
      await client.end().catch(() => undefined);
      if (attempt === 200) throw error;
      await sleep(50);
      continue;
    }
    try {
      await work(client);
      return;
    } finally {
      await client.end();
    }
  }
}
