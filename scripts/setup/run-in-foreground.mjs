import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { finished } from 'node:stream/promises';
import { findProjectNode } from './project.mjs';

/**
 * Runs a program with the project's Node in this terminal, and forwards signals to it.
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 * @param {Promise<unknown>} [turn] holds the output back until this resolves
 * @returns {Promise<number>} its exit code
 */
export async function runInForeground(args, env = process.env, turn) {
  const stdio = turn ? 'pipe' : 'inherit';
  const program = spawn(findProjectNode(), args, { stdio: ['inherit', stdio, stdio], env });
  const isPrinted = turn && printInTurn(program, turn);
  process.on('SIGTERM', () => program.kill('SIGTERM'));
  process.on('SIGHUP', () => program.kill('SIGHUP'));
  process.on('SIGINT', () => {
    const isSentByTerminal = process.stdin.isTTY;
    if (!isSentByTerminal) program.kill('SIGINT');
  });
  const [code, signal] = await once(program, 'exit');
  await isPrinted;
  if (signal) endLike(signal);
  return code ?? 1;
}

/**
 * Prints the output of a program from its turn on.
 * @param {import('node:child_process').ChildProcess} program
 * @param {Promise<unknown>} turn
 */
async function printInTurn(program, turn) {
  // Buffer all output: a program with a full pipe would stop.
  const held = new PassThrough({ highWaterMark: Number.MAX_SAFE_INTEGER });
  program.stdout?.pipe(held, { end: false });
  program.stderr?.pipe(held, { end: false });
  program.once('close', () => held.end());
  await turn;
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
