import { isBuilt } from '@crewboard/build-info';
import { type Database, openDatabase, prepareDatabase } from '@crewboard/db';
import { readAdminEnv } from '../env.ts';
import type { InstallationId } from '../features/webhooks/installation.ts';
import { resolveInstallationId } from '../installation-id.ts';
import { adminDataDir, findAdminDataDir, isRunning, runningService } from './running-service.ts';

/** WEBHOOK_ALLOW of this terminal, or else of the running service if it uses this database. */
export function effectiveWebhookAllow({ url }: Database): string {
  const { databaseUrl, webhookAllow } = runningService();
  return readAdminEnv().WEBHOOK_ALLOW ?? (databaseUrl === url ? webhookAllow : undefined) ?? '';
}

/** INSTALLATION_ID of this terminal, or else that of the running service or of DATA_DIR; null without all. */
export function effectiveInstallationId({ url }: Database): InstallationId {
  const { databaseUrl, installationId } = runningService();
  const env = readAdminEnv();
  if (env.INSTALLATION_ID || databaseUrl !== url) return resolveInstallationId(env);
  return installationId ?? null;
}

/** Where people reach the dashboard: PUBLIC_URL of this terminal, or else the address of the running service. */
export const dashboardUrl = (): string =>
  readAdminEnv().PUBLIC_URL || runningService().webUrl || 'http://127.0.0.1:3000';

/** What to do without the URL of a database. */
export const explainMissingDatabase = (dataDir = findAdminDataDir()): string =>
  isBuilt
    ? 'DATABASE_URL is not set. Set it to the URL of the database, or DATABASE_URL_FILE to a file with it.'
    : `no service runs on ${dataDir}. Start it with npm start, set DATA_DIR to that of a running one, or set DATABASE_URL.`;

/** Throws while a service, or a restore, uses DATA_DIR. */
export function requireStoppedService(): void {
  const { pid, isRestore } = runningService();
  if (pid && isRunning(pid)) {
    if (isRestore) {
      throw new Error(
        `a backup is being restored into ${adminDataDir()} (process ${pid}). Wait until the restore has ended.`,
      );
    }
    throw new Error(`the service is running on ${adminDataDir()} (process ${pid}). Stop it first.`);
  }
}

/** DATABASE_URL, or that of the running service. */
export function adminDatabaseUrl(): string {
  const url = readAdminEnv().DATABASE_URL ?? runningService().databaseUrl;
  if (!url) throw new Error(explainMissingDatabase());
  return url;
}

/** Runs `work` on DATABASE_URL (migrated, if its role may do so) or on the database of the running service. */
export async function withAdminDatabase<T>(work: (db: Database) => Promise<T>): Promise<T> {
  const { DATABASE_URL, DATABASE_OWNER_URL: ownerUrl } = readAdminEnv();
  const url = adminDatabaseUrl();
  await prepareDatabase({ url, ownerUrl: DATABASE_URL ? ownerUrl : undefined });
  const db = openDatabase(url, { maxConnections: 1 });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}
