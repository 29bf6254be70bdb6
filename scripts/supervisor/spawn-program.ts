import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { projectRoot } from '../setup/project.mjs';

const exitWithParent = import.meta.resolve('./exit-with-parent.mjs');

/**
 * Starts a program with this Node, and returns the process with its outputs. The program has its own process group, so
 * that Ctrl-C reaches it only as the signal that the supervisor sends. It ends when the supervisor is killed.
 */
export function spawnProgram(args: readonly string[], env: NodeJS.ProcessEnv, nodeFlags: string[] = []) {
  const child = spawn(process.execPath, [...nodeFlags, '--import', exitWithParent, ...args], {
    cwd: projectRoot,
    env,
    detached: true,
    // The channel of `ipc` closes when the supervisor is killed: see exit-with-parent.mjs.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const outputs: Readable[] = [child.stdout, child.stderr].filter((stream) => stream !== null);
  return { child, outputs };
}
