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
 * Applies migrations in a process of its own, so that no process of the service has the credentials of the owner of the
 * database. Has no timeout. If a migration fails, throws a Problem with the last lines of the log of that process.
 */
export async function migrateDatabase({ program, env, log }: Options): Promise<void> {
  const child = spawn(process.execPath, ['--import', exitWithParent, program.script], {
    cwd: projectRoot,
    env,
    // Ctrl+C must not interrupt a migration; `ipc` tells it when the supervisor was killed.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const printed = [child.stdout, child.stderr].filter((stream) => stream !== null);
  const outputLogged = Promise.all(printed.map((stream) => log.follow(stream)));
  const [code] = await once(child, 'exit');
  await outputLogged;
  log.close();
  if (code !== 0) throw new Problem(`The database could not be migrated. ${tailOf(log.path)}`);
}
