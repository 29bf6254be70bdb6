import { openDatabase } from '@crewboard/db';
import {
  type Inspection,
  openInspection,
  readServer,
  rejectSharedSessions,
  tryWrite,
} from '@crewboard/db/inspect';
import { describeBytes, failure, ok, problemsOr, type Result } from './finding.ts';
import type { Surroundings } from './surroundings.ts';

const minVersion = 15;

/** Remedies for a failed connection, by the error code of PostgreSQL or of the system. */
const connectRemedies: Record<string, string> = {
  ECONNREFUSED:
    'Start PostgreSQL, or correct host and port in DATABASE_URL. If it ended by itself, its log says why: on a full disk free space first.',
  ENOTFOUND: 'Correct the host in DATABASE_URL, or the DNS of this machine.',
  ETIMEDOUT: 'Open the network between this machine and PostgreSQL (firewall, security group).',
  '28P01': 'Correct the password in DATABASE_URL, or set it again: alter role … password ….',
  '28000': 'Let this machine and role in: pg_hba.conf of PostgreSQL.',
  '3D000': 'Create the database, or correct its name in DATABASE_URL.',
  '53300': 'Raise max_connections, or run fewer processes (docs/operations.md, "Bounds").',
  '57P03': 'Wait until PostgreSQL has started, and look at its log.',
};

/** Remedies for a failed change, by the error code. */
const writeRemedies: Record<string, string> = {
  '53100':
    'Free space on the disk of PostgreSQL, or enlarge it. Nothing needs a restart (docs/operations.md, "When the database cannot store").',
  timeout:
    'If synchronous_standby_names in PostgreSQL names a standby that is away, start the standby, or take it out. Otherwise look at the log of PostgreSQL.',
  '42501': 'Grant it: run the migrations with DATABASE_OWNER_URL.',
};

/** Connects to the database, or returns the reason why that fails. */
export async function connect(
  url: string,
  { isEmbedded, dataDir }: Pick<Surroundings, 'isEmbedded' | 'dataDir'>,
): Promise<Inspection | Result> {
  const place = describePlace(url);
  if (!place) {
    return failure(
      'DATABASE_URL is no URL of a database.',
      'Set it to postgresql://ROLE:PASSWORD@HOST/DATABASE.',
    );
  }
  try {
    return await openInspection(url);
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    const remedy = isEmbedded
      ? `Look at ${dataDir}/logs/postgres.log. If npm start does not start it again, restart npm start.`
      : (connectRemedies[code] ?? 'See that PostgreSQL runs and that DATABASE_URL leads to it.');
    return failure(
      `${place} cannot be reached: ${message || code}. What depends on it was not checked.`,
      `${remedy} Then run doctor again.`,
    );
  }
}

/** The host, the port and the name, without the password. */
function describePlace(url: string): string | undefined {
  const parsed = URL.parse(url);
  return parsed?.host ? `${parsed.hostname}:${parsed.port || 5432}${parsed.pathname}` : undefined;
}

/** Checks that PostgreSQL has a supported version, takes changes, and keeps those that it has acknowledged. */
export async function checkServer(
  inspection: Inspection,
  url: string,
): Promise<{ results: Result[]; databaseBytes: number }> {
  const startedAt = performance.now();
  const facts = await inspection.read(readServer);
  // The read is three round trips.
  const ms = Math.ceil((performance.now() - startedAt) / 3);
  const { version, databaseBytes, unsafeSettings } = facts;
  const readOnly = facts.isStandby ? 'a standby' : 'read-only (default_transaction_read_only)';
  const results = problemsOr(
    ok(
      `PostgreSQL ${version} at ${describePlace(url)}, ${describeBytes(databaseBytes)}, responds in ${ms} ms`,
    ),
    [
      facts.versionNumber < minVersion * 10_000 &&
        failure(
          `PostgreSQL ${version} is older than version ${minVersion}.`,
          `Upgrade PostgreSQL to version ${minVersion} or later.`,
        ),
      facts.encoding !== 'UTF8' &&
        failure(
          `The encoding of the database is ${facts.encoding}: texts in other scripts cannot be stored.`,
          "Create it again with encoding 'UTF8', and restore a dump.",
        ),
      (facts.isStandby || facts.isReadOnly) &&
        failure(
          `The database is ${readOnly}: changes fail.`,
          'Name the primary in DATABASE_URL, or turn it off.',
        ),
      unsafeSettings.length > 0 &&
        failure(
          `Off in PostgreSQL: ${unsafeSettings.join(', ')}. A change that was acknowledged can be lost.`,
          `Set them on: ${unsafeSettings.map((name) => `alter system set ${name} = on;`).join(' ')} select pg_reload_conf();`,
        ),
    ],
  );
  return { results, databaseBytes };
}

/** Errors that other checks report: `database` a standby or read-only database, `migrations` missing tables. */
const reportedByOthers = ['25006', '42P01'];

/** Checks that a change is stored. A full disk or a missing standby prevents it. */
export async function checkWrites(inspection: Inspection, url: string): Promise<Result[]> {
  const failed = await tryWrite(url, inspection);
  if (!failed) return [ok('A change is stored')];
  if (reportedByOthers.includes(failed.code)) return [];
  return [
    failure(
      `Changes fail: ${failed.message}.`,
      writeRemedies[failed.code] ?? 'Look at the log of PostgreSQL.',
    ),
  ];
}

/** Checks that each connection has a session of its own, and keeps the time limits that the service sets. */
export async function checkSessions(url: string): Promise<Result> {
  try {
    await rejectSharedSessions(url, 'DATABASE_URL');
  } catch (error) {
    // Its first sentence is the problem, the others are the remedy, for which doctor has its own words.
    return failure(
      `${(error as Error).message.split('. ')[0]}.`,
      'Set pool_mode = session for this database in the pooler, or connect directly (docs/operations.md, "Through a pooler").',
    );
  }
  const db = openDatabase(url, { maxConnections: 1, maxReadConnections: 1 });
  try {
    const missing = await db.findMissingSettings('pool');
    if (missing.length === 0)
      return ok('Each connection has limits of its own for statements, locks and transactions');
    return failure(
      `Connections do not keep ${missing.join(', ')}: a statement may run, and a lock may be held, without an end.`,
      'Something between the service and PostgreSQL drops settings: leave server_reset_query of PgBouncer at its default (docs/operations.md, "Through a pooler").',
    );
  } finally {
    await db.close();
  }
}
