import { build } from '@crewboard/build-info';
import { createLog } from '@crewboard/log';
import { readMigrateEnv } from './env.ts';
import { prepareServiceDatabase } from './prepare-database.ts';
import { setUpFirstTeam } from './set-up-first-team.ts';

// Applies migrations as the role of DATABASE_OWNER_URL and lets the role of DATABASE_URL use the tables, then ends:
// to be run before the processes of a new version, which need DATABASE_URL alone. Creates what the INIT_ variables
// describe in a database without accounts.

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
