import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Problem } from '../setup/problem.mjs';
import { projectRoot } from '../setup/project.mjs';

/** Needs no build, for `pnpm dev`. */
const sourceAdmin = 'apps/api/src/cli/admin.ts';
/** Starts in a quarter of the time of the sources. */
export const builtAdmin = 'apps/api/dist/admin.js';

/**
 * Runs an `admin` command with --json and returns its object. Throws a Problem when it fails. Aborting the signal kills
 * it.
 */
export async function runAdmin<Output>(
  env: NodeJS.ProcessEnv,
  command: string[],
  { program = sourceAdmin, signal }: { program?: string | undefined; signal?: AbortSignal } = {},
): Promise<Output> {
  const args = [program, ...command, '--json'];
  try {
    const { stdout } = await promisify(execFile)(process.execPath, args, {
      cwd: projectRoot,
      env,
      maxBuffer: 16 * 1024 * 1024,
      ...{ signal, killSignal: 'SIGKILL' },
    });
    return JSON.parse(stdout);
  } catch (error) {
    // Report only stderr, because stdout may contain a key.
    const { stderr } = error as { stderr?: string };
    throw new Problem(
      `The admin command \`${command.join(' ')}\` failed: ${stderr?.trim() || 'no reason given'}`,
    );
  }
}
