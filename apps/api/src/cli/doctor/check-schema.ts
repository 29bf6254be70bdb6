import {
  type Inspection,
  MigrationMismatch,
  readApplicationRole,
  readMigrationFacts,
  readRights,
} from '@crewboard/db/inspect';
import { migrateCommand } from '../running-service.ts';
import { count, failure, listNames, ok, problemsOr, type Result, warning } from './finding.ts';

const runMigrations = `Run ${migrateCommand} of this version with DATABASE_URL and DATABASE_OWNER_URL; npm start does it when it starts.`;

/** Whether a table does not exist, or the role may not read it. */
const isUnreadable = (error: { code?: string }) => error.code === '42P01' || error.code === '42501';

const readRole = (inspection: Inspection) =>
  inspection.read(async (client) => {
    const role = await readApplicationRole(client);
    return { ...role, ...(await readRights(client, role.name)) };
  });

/** Checks that the role of the service has the rights that it needs, and no more. */
export async function checkRights(inspection: Inspection): Promise<Result[]> {
  const { name, isSuperuser, canChangeSchema, missing, canChangeMigrations } = await readRole(inspection);
  const hasTooMany = isSuperuser || canChangeSchema;
  return problemsOr(ok(`The role ${name} reads and writes rows, and owns nothing`), [
    missing.length > 0 && failure(`The role ${name} lacks rights on ${listNames(missing)}.`, runMigrations),
    hasTooMany &&
      warning(
        `The role ${name} of DATABASE_URL ${isSuperuser ? 'is a superuser' : 'can change the schema'}, and so could an attacker of the service.`,
        'Make a role that owns nothing, and set DATABASE_OWNER_URL to the present one (docs/operations.md, "Two roles").',
      ),
    canChangeMigrations &&
      !hasTooMany &&
      warning(`The role ${name} may write the list of applied migrations.`, runMigrations),
  ]);
}

/** Checks that the database has exactly the migrations of this version, and that all indexes are valid. */
export async function checkMigrations(inspection: Inspection): Promise<Result[]> {
  const facts = await inspection.read(readMigrationFacts).catch((error: Error & { code?: string }) => error);
  if (facts instanceof MigrationMismatch) return [failure(facts.problem, facts.remedy)];
  if (facts instanceof Error) {
    if (!isUnreadable(facts)) throw facts;
    // Without the right on the schema, PostgreSQL says that its tables do not exist. `checkRights` reports it.
    if ((await readRole(inspection)).missing.length > 0) return [];
    return [failure('The database has no tables of Crewboard yet.', runMigrations)];
  }
  const { newest, missing, unfinished, invalidIndexes, isMigrating } = facts;
  if (isMigrating) {
    return [
      warning('A process is migrating the database now.', 'Wait until it has ended, and run doctor again.'),
    ];
  }
  const missingText = count(missing.length, 'migration of this version is', 'migrations of this version are');
  const commands = invalidIndexes.map((index) => `reindex index concurrently ${index};`).join(' ');
  return problemsOr(ok(`All are applied, up to ${newest}, and all indexes are valid`), [
    unfinished.length > 0 &&
      failure(
        `A migration failed half-way: ${listNames(unfinished)}.`,
        'Look at the log of prisma migrate, repair what it left, and mark it with prisma migrate resolve.',
      ),
    missing.length > 0 && failure(`${missingText} not applied: ${listNames(missing)}.`, runMigrations),
    invalidIndexes.length > 0 &&
      failure(
        `Invalid indexes, which no query uses: ${listNames(invalidIndexes)}.`,
        // A missing migration drops the invalid index that it left, and builds it again.
        missing.length > 0 ? runMigrations : `As the owner of the tables: ${commands}`,
      ),
  ]);
}
