import { join, resolve } from 'node:path';
import { defaultBackupInterval, parseBackupInterval } from '../../packages/db/src/backup/backup-settings.mjs';
import { Problem } from '../setup/problem.mjs';
import { projectRoot } from '../setup/project.mjs';

/**
 * `folder` is absolute; `keep` backups remain in it.
 * @typedef {{ folder: string, every: string, everyMs: number, keep: number }} BackupSettings
 */

/**
 * Without a `databaseUrl` the database is the embedded one.
 * @typedef {{
 *   host: string, apiPort: number, webPort: number, apiUrl: string, webUrl: string,
 *   databaseUrl: string | undefined, databaseOwnerUrl: string | undefined,
 *   installationId: string | undefined, isDataDirSet: boolean,
 *   webhookAllow: string, webhookDelivery: 'api' | 'worker',
 *   workerMetricsPort: number | undefined,
 *   logMaxMb: number, shutdownDelayS: number,
 *   backups: BackupSettings | undefined,
 * }} Settings
 */

/** The defaults of `pnpm dev`, which runs beside `npm start`. */
export const developmentDefaults = {
  ...{ DATA_DIR: '.data/dev', API_PORT: '4100', WEB_PORT: '3100' },
  // Halves the processor time of a start from the sources.
  NODE_COMPILE_CACHE: join(projectRoot, 'node_modules/.cache/node-compile'),
};

/**
 * @param {NodeJS.ProcessEnv} env
 * @returns {Settings}
 */
export function readSettings(env) {
  const host = env.HOST || '127.0.0.1';
  const apiPort = readPort(env, 'API_PORT', 4000);
  const webPort = readPort(env, 'WEB_PORT', 3000);
  if (apiPort === webPort) throw new Problem(`API_PORT and WEB_PORT are both ${apiPort}: choose two ports.`);
  const address = addressToCall(host);
  return {
    host,
    apiPort,
    webPort,
    apiUrl: `http://${address}:${apiPort}`,
    webUrl: `http://${address}:${webPort}`,
    databaseUrl: env.DATABASE_URL || undefined,
    databaseOwnerUrl: readOwnerUrl(env),
    installationId: env.INSTALLATION_ID || undefined,
    isDataDirSet: Boolean(env.DATA_DIR),
    webhookAllow: env.WEBHOOK_ALLOW ?? '',
    webhookDelivery: readDelivery(env),
    workerMetricsPort: env.WORKER_METRICS_PORT ? readPort(env, 'WORKER_METRICS_PORT', 0) : undefined,
    logMaxMb: readWholeNumber(env, 'LOG_MAX_MB', { byDefault: 200, min: 10, max: 1_000_000 }),
    backups: readBackups(env),
    shutdownDelayS: readWholeNumber(env, 'SHUTDOWN_DELAY_SECONDS', { byDefault: 0, min: 0, max: 300 }),
  };
}

/** @param {NodeJS.ProcessEnv} env */
function readOwnerUrl({ DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl }) {
  if (!ownerUrl) return undefined;
  if (url) return ownerUrl;
  throw new Problem(
    'DATABASE_OWNER_URL requires DATABASE_URL: the same database with the role of the service.',
  );
}

/** @param {NodeJS.ProcessEnv} env @returns {'api' | 'worker'} */
function readDelivery({ WEBHOOK_DELIVERY }) {
  const delivery = WEBHOOK_DELIVERY || 'api';
  if (delivery === 'api' || delivery === 'worker') return delivery;
  throw new Problem(`WEBHOOK_DELIVERY must be api or worker; it is "${delivery}".`);
}

/** @param {NodeJS.ProcessEnv} env @returns {BackupSettings | undefined} */
function readBackups(env) {
  if (!env.BACKUP_DIR) {
    const name = ['BACKUP_EVERY', 'BACKUP_KEEP'].find((each) => env[each]);
    if (name) throw new Problem(`${name} requires BACKUP_DIR: the folder of the backups.`);
    return undefined;
  }
  const every = env.BACKUP_EVERY || defaultBackupInterval;
  return {
    folder: resolve(projectRoot, env.BACKUP_DIR),
    every,
    everyMs: readBackupInterval(every),
    keep: readWholeNumber(env, 'BACKUP_KEEP', { byDefault: 7, min: 1, max: 1_000 }),
  };
}

/** @param {string} every */
function readBackupInterval(every) {
  try {
    return parseBackupInterval(every);
  } catch (error) {
    throw new Problem(`BACKUP_EVERY ${/** @type {Error} */ (error).message}.`);
  }
}

/** @param {NodeJS.ProcessEnv} env @param {string} name @param {number} byDefault */
function readPort(env, name, byDefault) {
  return readWholeNumber(env, name, { byDefault, min: 1, max: 65_535, kind: 'port number' });
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @param {string} name
 * @param {{ byDefault: number, min: number, max: number, kind?: string }} range
 */
function readWholeNumber(env, name, { byDefault, min, max, kind = 'whole number' }) {
  const text = env[name] || String(byDefault);
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= min && number <= max) return number;
  throw new Problem(`${name} must be a ${kind} from ${min} to ${max}; it is "${text}".`);
}

// The host for URLs: a service that listens on all addresses is called at the loopback address.
/** @param {string} host */
function addressToCall(host) {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}
