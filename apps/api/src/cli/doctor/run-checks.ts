import { setTimeout as sleep } from 'node:timers/promises';
import type { Inspection } from '@crewboard/db/inspect';
import { explainMissingDatabase } from '../open-admin-database.ts';
import { checkBackups } from './check-backups.ts';
import { checkCredentials } from './check-credentials.ts';
import { checkServer, checkSessions, checkWrites, connect } from './check-database.ts';
import { checkDeliveries } from './check-deliveries.ts';
import { checkDisk } from './check-disk.ts';
import { checkClock, checkConnections, checkLog, checkVacuum } from './check-load.ts';
import { checkMigrations, checkRights } from './check-schema.ts';
import { checkSecrets } from './check-secrets.ts';
import { checkService } from './check-service.ts';
import { checkSettings } from './check-settings.ts';
import { checkVersions } from './check-versions.ts';
import { type Finding, failure, type Result } from './finding.ts';
import type { Surroundings } from './surroundings.ts';

/** The maximum for one check, because a file system or a database may never respond. */
const checkTimeoutMs = 15_000;
/** The time after which no further check of the database begins. */
const databaseTimeoutMs = 30_000;

/**
 * Runs all checks, and returns their findings in the order of the output. Changes no row. The checks of the database
 * take about 45 s at most. The check of the disk follows, because it needs the size of the database.
 */
export async function runChecks(surroundings: Surroundings): Promise<Finding[]> {
  const local = Promise.all([
    check('service', () => checkService(surroundings)),
    check('settings', () => checkSettings(surroundings)),
    check('secrets', () => checkSecrets(surroundings)),
    check('versions', () => checkVersions()),
    check('backups', () => checkBackups(surroundings)),
  ]);
  const { findings, databaseBytes } = await checkDatabase(surroundings);
  const disk = await check('disk', () => checkDisk(surroundings, databaseBytes));
  return [...(await local).flat(), ...disk, ...findings];
}

type DatabaseFindings = { findings: Finding[]; databaseBytes?: number };

async function checkDatabase(surroundings: Surroundings): Promise<DatabaseFindings> {
  const { databaseUrl: url } = surroundings;
  if (!url) {
    // `service` without the URL of its database is a process that is still starting, or that restores a backup.
    const remedy = surroundings.service
      ? 'Run doctor again when npm start is running.'
      : firstUpper(explainMissingDatabase(surroundings.dataDir));
    const missing = failure('Its address is not known, so what depends on it was not checked.', remedy);
    return { findings: [{ check: 'database', ...missing }] };
  }
  const opened = await connect(url, surroundings);
  if ('level' in opened) return { findings: [{ check: 'database', ...opened }] };
  try {
    return await inspect(opened, url, surroundings);
  } finally {
    await Promise.race([opened.close(), sleep(1_000, undefined, { ref: false })]);
  }
}

async function inspect(
  inspection: Inspection,
  url: string,
  surroundings: Surroundings,
): Promise<DatabaseFindings> {
  let databaseBytes: number | undefined;
  const checkServerAndSize = async () => {
    const server = await checkServer(inspection, url);
    databaseBytes = server.databaseBytes;
    return server.results;
  };
  const checks: [string, () => Promise<Result | Result[]>][] = [
    ['database', checkServerAndSize],
    ['writes', () => checkWrites(inspection, url)],
    ['limits', () => checkSessions(url)],
    ['rights', () => checkRights(inspection)],
    ['migrations', () => checkMigrations(inspection)],
    ['clock', () => checkClock(inspection)],
    ['connections', () => checkConnections(inspection)],
    ['vacuum', () => checkVacuum(inspection)],
    ['log', () => checkLog(inspection)],
    ['deliveries', () => checkDeliveries(inspection, surroundings)],
    ['credentials', () => checkCredentials(inspection)],
  ];
  const endsAt = performance.now() + databaseTimeoutMs;
  const findings: Finding[] = [];
  for (const [name, run] of checks) {
    if (performance.now() > endsAt) {
      findings.push({
        check: name,
        ...failure('Not checked: the database responds too slowly.', 'Run doctor again.'),
      });
    } else findings.push(...(await check(name, run)));
  }
  return { findings, databaseBytes };
}

type MaybePromise<T> = T | Promise<T>;

/** Runs a check. Reports an error if it throws or takes too long, so that the others go on. */
async function check(name: string, run: () => MaybePromise<Result | Result[]>): Promise<Finding[]> {
  const timedOut = sleep(checkTimeoutMs, undefined, { ref: false }).then((): Result => {
    throw new Error(`no result within ${checkTimeoutMs / 1000} s`);
  });
  const results = await Promise.race([Promise.resolve().then(run), timedOut]).catch((error: Error) =>
    failure(
      `Could not be checked: ${error.message}.`,
      'Solve the other errors first, then run doctor again.',
    ),
  );
  return [results].flat().map((result) => ({ check: name, ...result }));
}

const firstUpper = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
