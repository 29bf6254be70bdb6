import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Database, openDatabase, prepareDatabase } from '@crewboard/db';
import { resolveDataLocation } from '@crewboard/db/data-location';
import type { InstallationId } from '../features/webhooks/installation.ts';
import { installationIdOf } from '../installation-id.ts';

const projectRoot = path.join(import.meta.dirname, '../../../..');

/** Empty while no service runs; without `databaseUrl` while it starts. */
function runningService(): {
  databaseUrl?: string;
  webhookAllow?: string;
  installationId?: string;
  webUrl?: string;
} {
  const file = path.join(resolveDataLocation(projectRoot).dataDir, 'runtime.json');
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return {};
  }
}

/** WEBHOOK_ALLOW of this terminal, or else of the running service if it uses this database. */
export function effectiveWebhookAllow({ url }: Database): string {
  const { databaseUrl, webhookAllow } = runningService();
  return process.env.WEBHOOK_ALLOW ?? (databaseUrl === url ? webhookAllow : undefined) ?? '';
}

/** INSTALLATION_ID of this terminal, or else that of the running service or of DATA_DIR; null without all. */
export function effectiveInstallationId({ url }: Database): InstallationId {
  const { databaseUrl, installationId } = runningService();
  if (process.env.INSTALLATION_ID || databaseUrl !== url) return installationIdOf(process.env);
  return installationId ?? null;
}

/** Where people reach the dashboard: PUBLIC_URL of this terminal, or else the address of the running service. */
export const dashboardUrl = (): string =>
  process.env.PUBLIC_URL || runningService().webUrl || 'http://127.0.0.1:3000';

/** Runs `work` on DATABASE_URL (migrated, if its role may do so) or on the database of the running service. */
export async function withAdminDatabase<T>(work: (db: Database) => Promise<T>): Promise<T> {
  const { DATABASE_URL, DATABASE_OWNER_URL: ownerUrl } = process.env;
  const url = DATABASE_URL || runningService().databaseUrl;
  if (!url) throw new Error('the service is not running. Start it with npm start, or set DATABASE_URL.');
  await prepareDatabase({ url, ownerUrl: DATABASE_URL ? ownerUrl || undefined : undefined });
  const db = openDatabase(url, { maxConnections: 1 });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}
