import { build } from '@crewboard/build-info';
import { createLog } from '@crewboard/log';
import { readMigrateEnv } from './env.ts';
import { prepareServiceDatabase } from './prepare-service-database.ts';
import { setUpFirstTeam } from './set-up-first-team.ts';

// A program that applies migrations as the role of DATABASE_OWNER_URL and grants the role of DATABASE_URL the use of
// the tables. Run it before the processes of a new version, which then need only DATABASE_URL. In a database without
// accounts, it creates the team and account that the INIT_ variables describe.

try {
  const env = readMigrateEnv();
  const log = createLog('migrate', env.LOG_LEVEL);
  log.info(build, 'preparing the database');
  await prepareServiceDatabase(env, log);
  await setUpFirstTeam(env, log);
} catch (error) {
  const { message, code } = error as NodeJS.ErrnoException;
  process.stderr.write(`The database could not be migrated: ${message || code}\n`);
  process.exit(1);
}
