import { spawn } from 'node:child_process';
import { closeSync } from 'node:fs';
import { openLog, tailOf } from './log-file.mjs';
import { Problem } from './problem.mjs';
import { packageManager, projectRoot } from './project.mjs';
import { signalGroup } from './signal-group.mjs';

/**
 * @typedef {{ logFile: string, interrupted: AbortSignal, onSpawn?: ((pid: number) => void) | undefined }} Context
 * `onSpawn` gets the leader of the tool's process group
 */

/**
 * Runs the package manager of the project, with its output in the log. Throws a Problem with the end of the log.
 * @param {string[]} args
 * @param {Context} context
 */
export async function runPnpm(args, context) {
  const failure = await runTool(['npx', '--yes', packageManager(), ...args], toolEnvironment(), context);
  if (!failure) return;
  throw new Problem(`\`${['pnpm', ...args].join(' ')}\` failed: ${failure}. ${tailOf(context.logFile)}`);
}

/**
 * Runs a tool, with its output in the log. Throws when it is interrupted.
 * @param {string[]} command
 * @param {NodeJS.ProcessEnv} env
 * @param {Context} context
 * @returns {Promise<string | undefined>} why it failed
 */
export async function runTool([program = '', ...args], env, { logFile, interrupted, onSpawn }) {
  interrupted.throwIfAborted();
  const log = openLog(logFile);
  const tool = spawn(program, args, {
    cwd: projectRoot,
    env,
    // Its own process group, so that one signal ends the tool and its children.
    detached: true,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  if (tool.pid) onSpawn?.(tool.pid);
  const interrupt = () => {
    signalGroup(tool.pid, 'SIGTERM');
    setTimeout(() => signalGroup(tool.pid, 'SIGKILL'), 5000).unref();
  };
  interrupted.addEventListener('abort', interrupt);
  const failure = await new Promise((resolve) => {
    tool.once('error', (error) => resolve(error.message));
    tool.once('exit', (code, signal) => resolve(code === 0 ? undefined : `it ended with ${signal ?? code}`));
  });
  interrupted.removeEventListener('abort', interrupt);
  interrupted.throwIfAborted();
  return failure;
}

// `npm start` passes its own settings to child processes, where pnpm and npm would take them for settings of the user.
// Only these, of the registry, are passed on.
const USERS_NPM_SETTINGS =
  /^npm_config_(registry|https?_proxy|proxy|cafile|strict_ssl|cache|userconfig|@|\/\/)/i;

function toolEnvironment() {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(npm_|INIT_CWD$|NODE_ENV$)/i.test(name) || USERS_NPM_SETTINGS.test(name),
  );
  return { ...Object.fromEntries(inherited), DO_NOT_TRACK: '1', NEXT_TELEMETRY_DISABLED: '1', NO_COLOR: '1' };
}
