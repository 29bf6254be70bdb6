import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { resolveDataLocation } from '../packages/db/src/embedded/data-location.mjs';
import { generateCode, installDependencies } from './setup/prepare.mjs';
import { describe, Problem } from './setup/problem.mjs';
import { projectRoot, requireNode20 } from './setup/project.mjs';
import { runInForeground } from './setup/run-in-foreground.mjs';
import { print, step } from './setup/terminal.mjs';

/** @typedef {{ passed: number, failed: number, exitCode: number }} Result */

const interruption = new AbortController();
const interrupt = () => interruption.abort();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, interrupt);

try {
  requireNode20();
  const logsDir = join(resolveDataLocation(projectRoot).dataDir, 'logs');
  const context = { logsDir, interrupted: interruption.signal };
  await step('Dependencies', () => installDependencies(context));
  await step('Generated code', () => generateCode(context));
  const { passed, failed, exitCode } = await runVitest(process.argv.slice(2));
  print(`${passed} passed, ${failed} failed`);
  process.exitCode = exitCode;
} catch (error) {
  console.error(interruption.signal.aborted ? '\nStopped.' : `\n${describe(error)}`);
  process.exitCode = 1;
}

/** @param {string[]} args @returns {Promise<Result>} */
async function runVitest(args) {
  const folder = mkdtempSync(join(tmpdir(), 'crewboard-counts-'));
  const countsFile = join(folder, 'counts.json');
  try {
    const exitCode = await runInForeground(
      [
        join(projectRoot, 'node_modules/vitest/vitest.mjs'),
        ...['run', '--root', projectRoot, '--config', 'vitest.config.ts'],
        ...['--reporter=default', `--reporter=${join(projectRoot, 'scripts/count-reporter.mjs')}`],
        ...args,
      ],
      { ...process.env, TEST_COUNTS_FILE: countsFile },
    );
    if (!existsSync(countsFile))
      throw new Problem(`vitest ended with code ${exitCode} before any test had run.`);
    return { ...JSON.parse(readFileSync(countsFile, 'utf8')), exitCode };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
