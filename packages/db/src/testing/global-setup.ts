import { chmod, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../embedded/index.ts';
import { migrate } from '../migrations/migrate.ts';
import { databaseUrl, templateName } from './database.ts';
import { makeClusterFolder } from './make-cluster-folder.ts';

/** Starts one PostgreSQL for all tests, with a migrated template that each test file clones. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await makeClusterFolder('crewboard-test-');
  const dataDir = path.join(folder, 'data');
  // PostgreSQL runs as another user when this process is root.
  await chmod(folder, 0o755);
  const hbaFile = path.join(folder, 'hba.conf');
  // Each test file opens a dozen connections. Passwords in clear, on this machine alone, halve the cost of connecting.
  await writeFile(hbaFile, 'host all all 127.0.0.1/32 password\n');
  // Test data may be lost: do not wait for the disk.
  const settings = {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    // With the minimal level, building an index writes nothing to the write-ahead log.
    wal_level: 'minimal',
    max_wal_senders: '0',
    // Autovacuum would change plans, take locks and delay clones of the template at times that no test can foresee.
    autovacuum: 'off',
    max_connections: '300',
    max_wal_size: '256MB',
    hba_file: hbaFile,
    // One iteration, because the server hashes the password for each connection.
    scram_iterations: '1',
  };
  const postgres = await startEmbeddedPostgres({ dataDir, settings });
  const client = new pg.Client(postgres.ownerUrl);
  await client.connect();
  await client.query(`create database ${templateName}`);
  // Set the password again, because the cluster hashed it with the usual number of iterations.
  await client.query(`alter role current_user password ${pg.escapeLiteral(client.password ?? '')}`);
  await client.end();
  const { username: applicationRole } = new URL(postgres.url);
  await migrate(databaseUrl(postgres.ownerUrl, templateName), { applicationRole });
  project.provide('postgresUrl', postgres.ownerUrl);
  project.provide('applicationUrl', postgres.url);
  return async () => {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
