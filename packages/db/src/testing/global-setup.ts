import { rm } from 'node:fs/promises';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../embedded/index.ts';
import { migrate } from '../migrate.ts';
import { databaseUrl, templateName } from './database.ts';
import { makeClusterFolder } from './temporary-folder.ts';

/** Starts one PostgreSQL for all tests, with a migrated template that each test file clones. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await makeClusterFolder('crewboard-test-');
  // Test data may be lost: do not wait for the disk.
  const settings = {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: '300',
    max_wal_size: '256MB',
    // Each file opens a dozen connections: keep the work of their passwords small.
    scram_iterations: '1',
  };
  const postgres = await startEmbeddedPostgres({ dataDir, settings });
  const client = new pg.Client(postgres.ownerUrl);
  await client.connect();
  await client.query(`create database ${templateName}`);
  // Hashes it again: the cluster was made with the usual number of iterations.
  await client.query(`alter role current_user password ${pg.escapeLiteral(client.password ?? '')}`);
  await client.end();
  const { username: applicationRole } = new URL(postgres.url);
  await migrate(databaseUrl(postgres.ownerUrl, templateName), { applicationRole });
  project.provide('postgresUrl', postgres.ownerUrl);
  project.provide('applicationUrl', postgres.url);
  return async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
