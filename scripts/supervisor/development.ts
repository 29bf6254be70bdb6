// What `pnpm dev` does otherwise than `npm start`.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { prettyFactory } from 'pino-pretty';
import { fillTeam } from '../../examples/demo/fill-team.ts';
import { hasColour, printAbove } from '../setup/terminal.mjs';
import { runAdmin } from './admin-command.ts';
import { OWNER, type Owner, setUpOnce } from './first-start.ts';
import type { Programs } from './programs.ts';

const RUN = 'scripts/run.mjs';
const NODEMON = 'node_modules/nodemon/bin/nodemon.js';
// `node --watch` loses a file that git or an editor replaces: it watches the one that was there before. From a folder
// without a node of its own, nodemon forks the program, which ends when the supervisor is killed. It
// ignores what packages are built to: the program runs their sources.
const WATCH =
  '--quiet --cwd apps/api --watch src --watch ../../packages --ignore **/dist/** --ext ts --delay 0.1 --signal SIGTERM --exec node';
const NEXT = 'apps/web/node_modules/next/dist/bin/next';

/**
 * The sources, whose changes take effect at once. A killed supervisor ends run.mjs, which ends Next: a module that ends it
 * would reach the processes that it forks.
 */
export const sourcePrograms = (host: string): Programs => ({
  migrate: { script: 'apps/api/src/migrate.ts' },
  api: { script: NODEMON, args: [...WATCH.split(' '), 'src/main.ts'] },
  worker: { script: 'apps/api/src/worker.ts' },
  web: { script: RUN, args: [NEXT, 'dev', 'apps/web', '--hostname', host] },
});

const toText = prettyFactory({ colorize: hasColour, ignore: 'pid,hostname', translateTime: 'HH:MM:ss' });

/** Shows lines of a log in the terminal, with its name before each. */
export function showLog(name: string, lines: Buffer): void {
  const texts = lines.toString().trimEnd().split('\n').map(toText);
  for (const line of texts.join('').trimEnd().split('\n')) printAbove(`${name.padEnd(8)} │ ${line}`);
}

/**
 * The account to sign in with, whose password is kept because each start shows it. The first start creates it, and
 * its team with agents and tasks.
 */
export async function openDemoTeam(
  env: NodeJS.ProcessEnv,
  { apiUrl, dataDir }: { apiUrl: string; dataDir: string },
): Promise<Owner> {
  const file = join(dataDir, 'sign-in.json');
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
  const { team, owner } = await setUpOnce(env);
  if (team) await fillTeam({ apiUrl, ...team });
  const { email, password } = owner ?? (await runAdmin<Owner>(env, ['user', 'reset-password', OWNER]));
  writeFileSync(file, JSON.stringify({ email, password }), { mode: 0o600 });
  return { email, password };
}
