import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import type { SendClaim, Target } from './claim-next.ts';

const run = promisify(execFile);
const program = path.join(import.meta.dirname, '../../packages/cli/src/main.ts');
/** The exit code without a task to claim (docs/cli.md). */
const nothingToClaim = 7;
const quote = (word: string) => (/[^\w.,:/-]/.test(word) ? `'${word.replaceAll("'", "'\\''")}'` : word);

/** Runs `crewboard tasks claim-next` with these flags; the body is the command as a model writes it. */
export const claimInTerminal =
  ({ apiUrl, token }: Target, ...flags: string[]): SendClaim =>
  async ({ leaseSeconds, wait, complete }) => {
    const args = [
      ...['tasks', 'claim-next', ...flags],
      ...(leaseSeconds ? ['--lease-seconds', String(leaseSeconds)] : []),
      ...(wait ? ['--wait', String(wait)] : []),
      ...(complete ? ['--complete', JSON.stringify(complete)] : []),
    ];
    const { stdout, stderr } = await run(process.execPath, [program, ...args], {
      env: { ...process.env, CREWBOARD_URL: apiUrl, CREWBOARD_TOKEN: token },
    }).catch((error) => {
      if (error.code !== nothingToClaim) throw error;
      return error as { stdout: string; stderr: string };
    });
    return { body: ['crewboard', ...args].map(quote).join(' '), text: stdout + stderr };
  };
