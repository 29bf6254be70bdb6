import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tailOf } from '../setup/log-file.mjs';
import { Problem } from '../setup/problem.mjs';
import { projectRoot } from '../setup/project.mjs';
import type { LogFile } from './log-folder.ts';
import type { Program } from './node-service.ts';

const exitWithParent = import.meta.resolve('./exit-with-parent.mjs');

type Options = { program: Program; env: NodeJS.ProcessEnv; log: LogFile };

/**
 * Applies migrations in a separate process: no process of the service needs the owner of the database. Has no timeout.
 * Throws a Problem with the end of its log when a migration fails.
 */
export async function migrateDatabase({ program, env, log }: Options): Promise<void> {
  const child = spawn(process.execPath, ['--import', exitWithParent, program.script], {
    cwd: projectRoot,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const printed = [child.stdout, child.stderr].filter((stream) => stream !== null);
  const isLogged = Promise.all(printed.map((stream) => log.follow(stream)));
  const [code] = await once(child, 'exit');
  await isLogged;
  log.close();
  if (code !== 0) throw new Problem(`The database could not be migrated. ${tailOf(log.path)}`);
}
