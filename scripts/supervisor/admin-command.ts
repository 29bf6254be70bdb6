import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Problem } from '../setup/problem.mjs';
import { projectRoot } from '../setup/project.mjs';
import { dim, yellow } from '../setup/terminal.mjs';

/** Runs without a build, as under `pnpm dev`. */
const sourceAdmin = 'apps/api/src/cli/admin.ts';
/** Starts in a quarter of the time. */
export const builtAdmin = 'apps/api/dist/admin.js';

/** Runs an `admin` command with --json and returns its object. Throws a Problem when it fails. Aborting the signal kills it. */
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
    // Reports stderr only: stdout may contain a key.
    const { stderr } = error as { stderr?: string };
    throw new Problem(
      `The admin command \`${command.join(' ')}\` failed: ${stderr?.trim() || 'no reason given'}`,
    );
  }
}

/** Why a check has no result, after "could not be checked:". */
export type Unchecked = { problem: string };

/** The same for a check without which the start goes on. */
export const tryAdmin = <Output extends object>(
  env: NodeJS.ProcessEnv,
  command: string[],
  signal: AbortSignal,
): Promise<Output | Unchecked> =>
  runAdmin<Output>(env, command, { program: builtAdmin, signal }).catch((error: Error) => ({
    problem: signal.aborted ? 'this machine was too busy to check it in time' : error.message,
  }));

/** The lines of the start screen. */
export const renderUnchecked = (what: string, { problem }: Unchecked, command: string): string[] => [
  yellow(`${what} could not be checked:`),
  ...`${problem}.`.replace(/\.\.$/, '.').split('\n'),
  dim(command),
];
