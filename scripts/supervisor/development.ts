// The differences between `pnpm dev` and `npm start`. serve.ts imports this only for `pnpm dev`.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { prettyFactory } from 'pino-pretty';
import { fillTeam } from '../../examples/demo/fill-team.ts';
import { hasColour, printAbove } from '../setup/terminal.mjs';
import { runAdmin } from './admin-command.ts';
import { OWNER_EMAIL, type Owner, setUpOnce } from './first-start.ts';
import type { Programs } from './programs.ts';

const RUN_SCRIPT = 'scripts/run.mjs';
const NODEMON = 'node_modules/nodemon/bin/nodemon.js';
// Not `node --watch`: it loses files that git or an editor replaces. nodemon works in a folder without its own node,
// because there it forks the program, which then ends when the supervisor is killed. It ignores built packages, because
// the program runs their sources.
const NODEMON_OPTIONS =
  '--quiet --cwd apps/api --watch src --watch ../../packages --ignore **/dist/** --ext ts --delay 0.1 --signal SIGTERM --exec node';
const NEXT = 'apps/web/node_modules/next/dist/bin/next';

/**
 * The programs as sources, whose changes take effect at once. Next runs through run.mjs, which ends Next when the
 * supervisor is killed. Next itself cannot load exit-with-parent.mjs, because the processes that it forks would load it
 * as well.
 */
export const sourcePrograms = (host: string): Programs => ({
  migrate: { script: 'apps/api/src/migrate.ts' },
  api: { script: NODEMON, args: [...NODEMON_OPTIONS.split(' '), 'src/main.ts'] },
  worker: { script: 'apps/api/src/worker.ts' },
  web: { script: RUN_SCRIPT, args: [NEXT, 'dev', 'apps/web', '--hostname', host] },
});

const toText = prettyFactory({ colorize: hasColour, ignore: 'pid,hostname', translateTime: 'HH:MM:ss' });

/** Shows lines of a log in the terminal, each after the name of the log. */
export function showLog(name: string, lines: Buffer): void {
  const texts = lines.toString().trimEnd().split('\n').map(toText);
  for (const line of texts.join('').trimEnd().split('\n')) printAbove(`${name.padEnd(8)} │ ${line}`);
}

/**
 * Returns the account to sign in with. The first start creates it, and its team with agents and tasks. Its password is
 * stored in a file, because each start shows it.
 */
export async function openDemoTeam(
  env: NodeJS.ProcessEnv,
  { apiUrl, dataDir }: { apiUrl: string; dataDir: string },
): Promise<Owner> {
  const file = join(dataDir, 'sign-in.json');
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
  const { team, owner } = await setUpOnce(env);
  if (team) await fillTeam({ apiUrl, ...team });
  const { email, password } = owner ?? (await runAdmin<Owner>(env, ['user', 'reset-password', OWNER_EMAIL]));
  writeFileSync(file, JSON.stringify({ email, password }), { mode: 0o600 });
  return { email, password };
}
