import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Database, migrate, openDatabase } from '@crewboard/db';
import { resolveDataLocation } from '@crewboard/db/data-location';

const projectRoot = path.join(import.meta.dirname, '../../../..');

/** Undefined while nothing runs, and while a start has not come to its database yet. */
function runningDatabaseUrl(): string | undefined {
  const file = path.join(resolveDataLocation(projectRoot).dataDir, 'runtime.json');
  try {
    return (JSON.parse(readFileSync(file, 'utf8')) as { databaseUrl?: string }).databaseUrl;
  } catch {
    return undefined;
  }
}

/** Runs `work` on DATABASE_URL or on the database of the running service, migrated. */
export async function withAdminDatabase<T>(work: (db: Database) => Promise<T>): Promise<T> {
  const url = process.env.DATABASE_URL || runningDatabaseUrl();
  if (!url) throw new Error('the service is not running. Start it with npm start, or set DATABASE_URL.');
  await migrate(url);
  const db = openDatabase(url, { maxConnections: 1 });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}
