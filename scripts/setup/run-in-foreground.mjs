import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { finished } from 'node:stream/promises';
import { findProjectNode } from './project.mjs';

/**
 * Runs a program with the project's Node in this terminal, and forwards signals to it.
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 * @param {Promise<unknown>} [printAfter] holds the output back until this resolves
 * @returns {Promise<number>} its exit code
 */
export async function runInForeground(args, env = process.env, printAfter) {
  const stdio = printAfter ? 'pipe' : 'inherit';
  const program = spawn(findProjectNode(), args, { stdio: ['inherit', stdio, stdio], env });
  const outputPrinted = printAfter && printOutputAfter(printAfter, program);
  process.on('SIGTERM', () => program.kill('SIGTERM'));
  process.on('SIGHUP', () => program.kill('SIGHUP'));
  process.on('SIGINT', () => {
    // A terminal sends Ctrl-C to the program as well.
    if (!process.stdin.isTTY) program.kill('SIGINT');
  });
  const [code, signal] = await once(program, 'exit');
  await outputPrinted;
  if (signal) endLike(signal);
  return code ?? 1;
}

/**
 * Prints the output of a program once the promise has resolved.
 * @param {Promise<unknown>} printAfter
 * @param {import('node:child_process').ChildProcess} program
 */
async function printOutputAfter(printAfter, program) {
  // Buffer all output: a program with a full pipe would stop.
  const held = new PassThrough({ highWaterMark: Number.MAX_SAFE_INTEGER });
  program.stdout?.pipe(held, { end: false });
  program.stderr?.pipe(held, { end: false });
  program.once('close', () => held.end());
  await printAfter;
  held.pipe(process.stdout, { end: false });
  await finished(held);
}

/**
 * Ends this process by the same signal, so that its parent sees what ended the program.
 * @param {NodeJS.Signals} signal
 */
function endLike(signal) {
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}
