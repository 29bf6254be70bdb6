import { isBuilt } from '@crewboard/build-info';
import { type Inspection, readApplicationRole, readMigrationFacts, readRights } from '@crewboard/db/inspect';
import { count, failure, listNames, ok, type Result, warning } from './finding.ts';

const migrate = isBuilt ? 'node migrate.js' : 'node apps/api/dist/migrate.js';
const runMigrations = `Run ${migrate} of this version with DATABASE_URL and DATABASE_OWNER_URL; npm start does it when it starts.`;

/** Neither the table, nor the right to read it. */
const isMissingTable = (error: { code?: string }) => error.code === '42P01' || error.code === '42501';

/** Whether the role of the service may do all that it needs, and not more. */
export async function checkRights(inspection: Inspection): Promise<Result[]> {
  const { name, isSuperuser, canChangeSchema } = await inspection.read(readApplicationRole);
  const rights = await inspection
    .read((client) => readRights(client, name))
    .catch((error) => {
      if (isMissingTable(error)) return { missing: [], canChangeMigrations: false };
      throw error;
    });
  const results: Result[] = [];
  if (rights.missing.length > 0) {
    results.push(failure(`The role ${name} lacks rights on ${listNames(rights.missing)}.`, runMigrations));
  }
  if (isSuperuser || canChangeSchema) {
    const what = isSuperuser ? 'is a superuser' : 'can change the schema';
    results.push(
      warning(
        `The role ${name} of DATABASE_URL ${what}, and so could an attacker of the service.`,
        'Make a role that owns nothing, and set DATABASE_OWNER_URL to the present one (docs/operations.md, "Two roles").',
      ),
    );
  } else if (rights.canChangeMigrations) {
    results.push(warning(`The role ${name} may write the list of applied migrations.`, runMigrations));
  }
  return results.length > 0 ? results : [ok(`The role ${name} reads and writes rows, and owns nothing`)];
}

/** Whether the database has the migrations of this version and no other, and all indexes are valid. */
export async function checkMigrations(inspection: Inspection): Promise<Result[]> {
  const facts = await inspection.read(readMigrationFacts).catch((error: Error & { code?: string }) => error);
  if (facts instanceof Error) {
    if (isMissingTable(facts))
      return [failure('The database has no tables of Crewboard yet.', runMigrations)];
    // Other errors are of the connection.
    if (facts.code !== undefined) throw facts;
    const [what = '', ...todo] = facts.message.split(/(?<=[.)]) (?=[A-Z])/);
    return [failure(what, todo.join(' ') || 'Restore the file of the migration.')];
  }
  const { newest, missing, unfinished, invalidIndexes, isMigrating } = facts;
  if (isMigrating) {
    return [
      warning('A process is migrating the database now.', 'Wait until it has ended, and run doctor again.'),
    ];
  }
  const results: Result[] = [];
  if (unfinished.length > 0) {
    results.push(
      failure(
        `A migration failed half-way: ${listNames(unfinished)}.`,
        'Look at the log of prisma migrate, repair what it left, and mark it with prisma migrate resolve.',
      ),
    );
  }
  if (missing.length > 0) {
    const text = count(missing.length, 'migration of this version is', 'migrations of this version are');
    results.push(failure(`${text} not applied: ${listNames(missing)}.`, runMigrations));
  }
  if (invalidIndexes.length > 0) {
    const commands = invalidIndexes.map((index) => `reindex index concurrently ${index};`).join(' ');
    results.push(
      failure(
        `Invalid indexes, which no query uses: ${listNames(invalidIndexes)}.`,
        missing.length > 0 ? runMigrations : `As the owner of the tables: ${commands}`,
      ),
    );
  }
  return results.length > 0 ? results : [ok(`All are applied, up to ${newest}, and all indexes are valid`)];
}
