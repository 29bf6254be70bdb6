import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { findProjectNode } from './project.mjs';

/**
 * Runs a program with the project's Node in this terminal, and forwards signals to it.
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<number>} its exit code
 */
export async function runInForeground(args, env = process.env) {
  const program = spawn(findProjectNode(), args, { stdio: 'inherit', env });
  process.on('SIGTERM', () => program.kill('SIGTERM'));
  process.on('SIGHUP', () => program.kill('SIGHUP'));
  process.on('SIGINT', () => {
    const isSentByTerminal = process.stdin.isTTY;
    if (!isSentByTerminal) program.kill('SIGINT');
  });
  const [code, signal] = await once(program, 'exit');
  if (signal) endLike(signal);
  return code ?? 1;
}

/** @param {NodeJS.Signals} signal */
function endLike(signal) {
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}
