import { isBuilt } from '@crewboard/build-info';
import { type Database, openDatabase, prepareDatabase } from '@crewboard/db';
import { readAdminEnv } from '../env.ts';
import type { InstallationId } from '../features/webhooks/installation.ts';
import { resolveInstallationId } from '../installation-id.ts';
import { adminDataDir, findAdminDataDir, isProcessAlive, readRunningService } from './running-service.ts';

// Commands work on the database and with the settings of this terminal, or else of the running `npm start`.

/** WEBHOOK_ALLOW of this terminal, or else of the running service if it uses this database. */
export function effectiveWebhookAllow({ url }: Database): string {
  const { databaseUrl, webhookAllow } = readRunningService();
  return readAdminEnv().WEBHOOK_ALLOW ?? (databaseUrl === url ? webhookAllow : undefined) ?? '';
}

/** INSTALLATION_ID of this terminal, or else the id of the running service or of DATA_DIR; null without all. */
export function effectiveInstallationId({ url }: Database): InstallationId {
  const { databaseUrl, installationId } = readRunningService();
  const env = readAdminEnv();
  if (env.INSTALLATION_ID || databaseUrl !== url) return resolveInstallationId(env);
  return installationId ?? null;
}

/** The URL of the dashboard: PUBLIC_URL of this terminal, or else the address of the running service. */
export const dashboardUrl = (): string =>
  readAdminEnv().PUBLIC_URL || readRunningService().webUrl || 'http://127.0.0.1:3000';

/** The error if there is no URL of a database, with its remedy. */
export const explainMissingDatabase = (dataDir = findAdminDataDir()): string =>
  isBuilt
    ? 'DATABASE_URL is not set. Set it to the URL of the database, or DATABASE_URL_FILE to a file with it.'
    : `no service runs on ${dataDir}. Start it with npm start, set DATA_DIR to that of a running one, or set DATABASE_URL.`;

/** Throws if a service or a restore uses DATA_DIR. */
export function assertServiceStopped(): void {
  const { pid, isRestore } = readRunningService();
  if (pid && isProcessAlive(pid)) {
    if (isRestore) {
      throw new Error(
        `a backup is being restored into ${adminDataDir()} (process ${pid}). Wait until the restore has ended.`,
      );
    }
    throw new Error(`the service is running on ${adminDataDir()} (process ${pid}). Stop it first.`);
  }
}

/** DATABASE_URL, or else the database of the running service. Throws without both. */
export function adminDatabaseUrl(): string {
  const url = readAdminEnv().DATABASE_URL ?? readRunningService().databaseUrl;
  if (!url) throw new Error(explainMissingDatabase());
  return url;
}

/** Opens the database for a command. Tests replace it: their databases have no time limits. */
export const adminDatabase = {
  // A person waits: on a busy machine longer than a request may.
  open: (url: string): Database => openDatabase(url, { maxConnections: 1, connectTimeoutMs: 10_000 }),
};

/**
 * Opens the database of `adminDatabaseUrl`, runs `work`, and closes it. First applies missing migrations, with the role
 * of DATABASE_OWNER_URL, or else with the role of the database's own URL if that role may.
 */
export async function withAdminDatabase<T>(work: (db: Database) => Promise<T>): Promise<T> {
  const { DATABASE_URL, DATABASE_OWNER_URL: ownerUrl } = readAdminEnv();
  const url = adminDatabaseUrl();
  // DATABASE_OWNER_URL names the database of DATABASE_URL in this terminal, not that of the running service.
  await prepareDatabase({ url, ownerUrl: DATABASE_URL ? ownerUrl : undefined });
  const db = adminDatabase.open(url);
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}
