import { once } from 'node:events';
import { Problem } from '../setup/problem.mjs';
import type { LogFile } from './log-folder.ts';
import type { Program } from './node-service.ts';
import { spawnProgram } from './spawn-program.ts';

type Options = { program: Program; env: NodeJS.ProcessEnv; log: LogFile };

/**
 * Applies migrations in a separate process, so that no process of the service has the credentials of the owner of the
 * database. Has no timeout. If it fails, throws a Problem with the output of that process: one line with the remedy.
 */
export async function migrateDatabase({ program, env, log }: Options): Promise<void> {
  const { child, outputs } = spawnProgram([program.script], env);
  const outputLogged = Promise.all(outputs.map((stream) => log.follow(stream)));
  let reason = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    reason += chunk.toString();
  });
  const [code] = await once(child, 'exit');
  await outputLogged;
  log.close();
  if (code !== 0) throw new Problem(`${reason.trim()}\nThe log: ${log.path}`);
}
