import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { resolveDataLocation } from '../packages/db/src/embedded/data-location.mjs';
import { buildEverything, installDependencies } from './setup/prepare.mjs';
import { describe } from './setup/problem.mjs';
import { findProjectNode, projectRoot, requireNode20 } from './setup/project.mjs';
import { bold, print, step } from './setup/terminal.mjs';
import { readAppSecret } from './supervisor/app-secret.mjs';
import { requireFreePorts } from './supervisor/ports.mjs';
import { claimDataDir, releaseDataDir } from './supervisor/runtime.mjs';
import { readSettings } from './supervisor/settings.mjs';

const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

const interruption = new AbortController();
const interrupt = () => interruption.abort();
for (const signal of SIGNALS) process.on(signal, interrupt);

try {
  process.exitCode = await start();
} catch (error) {
  const { aborted } = interruption.signal;
  console.error(aborted ? '\nStopped.' : `\n${describe(error)}`);
  process.exitCode = aborted ? 0 : 1;
}

async function start() {
  requireNode20();
  const settings = readSettings(process.env);
  const { dataDir } = resolveDataLocation(projectRoot);
  await claimDataDir(dataDir, settings);
  try {
    readAppSecret(process.env, dataDir);
    await requireFreePorts(settings);
    await prepare(dataDir);
    return await serve();
  } finally {
    releaseDataDir(dataDir);
  }
}

/** @param {string} dataDir */
async function prepare(dataDir) {
  const context = { logsDir: join(dataDir, 'logs'), interrupted: interruption.signal };
  print(`\n  ${bold('Crewboard')}\n`);
  await step('Dependencies', () => installDependencies(context));
  await step('Build', () => buildEverything(context));
}

// In a group of its own, and so out of reach of the terminal's Ctrl-C: it is told what to do from here.
async function serve() {
  interruption.signal.throwIfAborted();
  const supervisor = spawn(findProjectNode(), [join(projectRoot, 'scripts/serve.ts')], {
    cwd: projectRoot,
    env: { ...process.env, DO_NOT_TRACK: '1', NEXT_TELEMETRY_DISABLED: '1' },
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  let hasSentStop = false;
  for (const name of SIGNALS) {
    process.off(name, interrupt);
    process.on(name, () => {
      hasSentStop = supervisor.kill(name);
    });
  }
  const [code, signal] = await once(supervisor, 'exit');
  // It ends at once when it is told so early that it does not listen yet.
  if (signal && hasSentStop) return 0;
  if (signal) console.error(`\nThe supervisor was ended by ${signal}. \`npm start\` clears up what it left.`);
  return code ?? 1;
}
