// npm start   installs and builds Crewboard, then runs serve.ts
// pnpm dev    the same with the sources instead of a build, on other ports, and shows all logs
// Runs on any Node from 20 on, before anything is installed: plain JavaScript without dependencies.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { loadSecretFiles } from '../packages/app-secret/src/secret-files.mjs';
import { resolveDataLocation } from '../packages/db/src/embedded/data-location.mjs';
import { findCommit } from './setup/commit.mjs';
import { buildEverything, generateCode, installDependencies } from './setup/prepare.mjs';
import { describeError, Problem } from './setup/problem.mjs';
import { findProjectNode, projectRoot, projectVersion, requireSystem } from './setup/project.mjs';
import { bold, dim, print, step } from './setup/terminal.mjs';
import { readAppSecrets } from './supervisor/app-secret.mjs';
import { requireFreePorts } from './supervisor/ports.mjs';
import { identifyProcess } from './supervisor/processes.mjs';
import { claimDataDir, releaseDataDir, writeRuntime } from './supervisor/runtime.mjs';
import { developmentDefaults, readSettings } from './supervisor/settings.mjs';

const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

const isDevelopment = process.argv[2] === '--dev';
if (isDevelopment) Object.assign(process.env, { ...developmentDefaults, ...process.env });

const interruption = new AbortController();
const interrupt = () => interruption.abort();
for (const signal of SIGNALS) process.on(signal, interrupt);

try {
  process.exitCode = await start();
} catch (error) {
  const { aborted } = interruption.signal;
  console.error(aborted ? '\nStopped.' : `\n${describeError(error)}`);
  process.exitCode = aborted ? 0 : 1;
}

async function start() {
  requireSystem();
  readFilesOfSecrets();
  const settings = readSettings(process.env);
  const { dataDir } = resolveDataLocation(projectRoot);
  const runtime = await claimDataDir(dataDir, settings);
  // Record the tool, so that the next start can end it if this process is killed.
  /** @param {number} pid */
  const onSpawn = (pid) => writeRuntime(dataDir, { ...runtime, children: { build: identifyProcess(pid) } });
  try {
    readAppSecrets(process.env, dataDir);
    await requireFreePorts(settings, isDevelopment ? 'pnpm dev' : 'npm start');
    await prepare({ logsDir: join(dataDir, 'logs'), interrupted: interruption.signal, onSpawn });
    return await serve();
  } finally {
    releaseDataDir(dataDir);
  }
}

/** Reads the secrets that are given as files into the environment, so that child processes get them. */
function readFilesOfSecrets() {
  try {
    loadSecretFiles(process.env);
  } catch (error) {
    throw new Problem(error instanceof Error ? error.message : String(error));
  }
}

/** @param {import('./setup/prepare.mjs').Context} context */
async function prepare(context) {
  print(`\n  ${bold('Crewboard')} ${dim(`${projectVersion()} (${findCommit() ?? 'unknown commit'})`)}\n`);
  await step('Dependencies', () => installDependencies(context));
  if (isDevelopment) await step('Generated code', () => generateCode(context));
  else await step('Build', () => buildEverything(context));
}

// Runs the supervisor in its own process group: Ctrl-C must reach it only as the signal that this process forwards.
async function serve() {
  interruption.signal.throwIfAborted();
  const supervisor = spawn(
    findProjectNode(),
    [join(projectRoot, 'scripts/serve.ts'), ...process.argv.slice(2)],
    {
      cwd: projectRoot,
      env: { ...process.env, DO_NOT_TRACK: '1', NEXT_TELEMETRY_DISABLED: '1' },
      detached: true,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    },
  );
  let hasSentStop = false;
  for (const name of SIGNALS) {
    process.off(name, interrupt);
    process.on(name, () => {
      hasSentStop = supervisor.kill(name);
    });
  }
  const [code, signal] = await once(supervisor, 'exit');
  // A signal that came before the supervisor had a handler has ended it at once.
  if (signal && hasSentStop) return 0;
  if (signal) console.error(`\nThe supervisor was ended by ${signal}. Start again to clean up.`);
  return code ?? 1;
}
