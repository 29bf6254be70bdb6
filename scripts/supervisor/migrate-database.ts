import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openLog, tailOf } from '../setup/log-file.mjs';
import { Problem } from '../setup/problem.mjs';
import { projectRoot } from '../setup/project.mjs';

const exitWithParent = import.meta.resolve('./exit-with-parent.mjs');

type Options = { env: NodeJS.ProcessEnv; logFile: string };

/**
 * Applies migrations in a process of its own, so that no process of the service needs the owner of the database. Takes as
 * long as they take. Throws a Problem with the end of its log when one fails.
 */
export async function migrateDatabase({ env, logFile }: Options): Promise<void> {
  const log = openLog(logFile);
  const child = spawn(process.execPath, ['--import', exitWithParent, 'apps/api/src/migrate.ts'], {
    cwd: projectRoot,
    env,
    detached: true,
    stdio: ['ignore', log, log, 'ipc'],
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Problem(`The database could not be migrated. ${tailOf(logFile)}`);
}
