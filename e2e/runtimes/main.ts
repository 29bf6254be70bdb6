// Runs program.mjs against a started API in each runtime that @crewboard/sdk is for, and the MCP Inspector. Exits
// with code 1 after a failure.
import { execFile } from 'node:child_process';
import { copyFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { openDatabase } from '@crewboard/db';
import { createTeam } from '../../apps/api/src/features/teams/create-team.ts';
import { startDeliveringApi } from '../../bench/webhooks/start-delivering-api.ts';
import { installPackages } from '../../packages/sdk/test/support/install-packages.ts';
import { inspectMcp } from './inspect-mcp.ts';

const run = promisify(execFile);
/** Installing a runtime included. */
const timeoutMs = 300_000;

/** The package of the registry that has the runtime, and what starts a program in it. */
const runtimes = [
  { name: 'Node', npm: 'node@20', args: [] },
  { name: 'Deno', npm: 'deno@2', args: ['run', '--allow-all', '--node-modules-dir=manual'] },
  { name: 'Bun', npm: 'bun@1', args: [] },
];

const api = await startDeliveringApi();
const db = openDatabase(api.databaseUrl, { maxConnections: 1 });
const project = await installPackages();

type Runtime = (typeof runtimes)[number];

/** Returns the version of the runtime. Throws with the output of a program that fails. */
async function runProgram({ npm, args }: Runtime, apiKey: string): Promise<string> {
  const env = { ...process.env, CREWBOARD_URL: api.apiUrl, CREWBOARD_TOKEN: apiKey, NO_COLOR: '1' };
  const options = { cwd: project, env, timeout: timeoutMs };
  const npx = (...words: string[]) => run('npx', ['--yes', npm, ...words], options);
  const [version = ''] = (await npx('--version')).stdout.split('\n');
  await npx(...args, 'program.mjs');
  return version;
}

/** Prints a line for a program, which gets the API key of a team of its own. */
async function report(name: string, runIn: (apiKey: string) => Promise<string>): Promise<void> {
  const { apiKey } = await createTeam({ ctx: { db }, input: { name } });
  try {
    console.log(`${name} (${await runIn(apiKey)}): passed`);
  } catch (error) {
    console.log(`${name}: failed\n${(error as Error).message}`);
    process.exitCode = 1;
  }
}

try {
  await copyFile(path.join(import.meta.dirname, 'program.mjs'), path.join(project, 'program.mjs'));
  for (const runtime of runtimes) await report(runtime.name, (apiKey) => runProgram(runtime, apiKey));
  await report('MCP Inspector', (apiKey) => inspectMcp({ ...api, apiKey }));
} finally {
  await db.close();
  await api.stop();
  await rm(project, { recursive: true });
}
