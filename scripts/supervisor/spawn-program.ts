import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { projectRoot } from '../setup/project.mjs';

const exitWithParent = import.meta.resolve('./exit-with-parent.mjs');

/**
 * Starts a program with this Node, and returns the process with its outputs. It has a process group of its own, so that Ctrl-C
 * reaches it only as the signal that the supervisor sends, and ends when the supervisor is killed.
 */
export function spawnProgram(args: readonly string[], env: NodeJS.ProcessEnv, nodeFlags: string[] = []) {
  const child = spawn(process.execPath, [...nodeFlags, '--import', exitWithParent, ...args], {
    cwd: projectRoot,
    env,
    detached: true,
    // `ipc` tells it when the supervisor was killed.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const outputs: Readable[] = [child.stdout, child.stderr].filter((stream) => stream !== null);
  return { child, outputs };
}
