import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Problem } from '../setup/problem.mjs';
import { projectRoot } from '../setup/project.mjs';

/** Runs an `admin` command with --json and returns its object. Throws a Problem when it fails or takes too long. */
export async function runAdmin<Output>(
  env: NodeJS.ProcessEnv,
  command: string[],
  { timeoutMs }: { timeoutMs?: number } = {},
): Promise<Output> {
  const args = ['apps/api/src/cli/admin.ts', ...command, '--json'];
  try {
    const { stdout } = await promisify(execFile)(process.execPath, args, {
      cwd: projectRoot,
      env,
      maxBuffer: 16 * 1024 * 1024,
      timeout: timeoutMs,
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
