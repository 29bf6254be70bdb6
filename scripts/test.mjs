// npm test                        all tests
// npm test -- --unit [ARGS]       only the tests of vitest, with its arguments
// npm test -- FILE [-t NAME]      some tests of vitest
// npm test -- --watch [FILE]      the same, again after each change
// npm test -- --browser [ARGS]    only the tests in the browser, with Playwright's arguments
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { resolveDataLocation } from '../packages/db/src/embedded/data-location.mjs';
import { findChunksWithZod, findOverweightPages } from './bundle-budget.mjs';
import { installBrowser } from './setup/install-browser.mjs';
import { buildEverything, generateCode, installDependencies } from './setup/prepare.mjs';
import { describeError, Problem } from './setup/problem.mjs';
import { projectRoot, requireSystem } from './setup/project.mjs';
import { runInForeground } from './setup/run-in-foreground.mjs';
import { print, step } from './setup/terminal.mjs';

/**
 * The content of the file TEST_RESULTS_FILE, which a test runner writes. `failures` has the title and the error of each
 * failed test.
 * @typedef {{ passed: number, failures: string[] }} Results
 */
/** @typedef {Results & { exitCode: number }} Result */

/** @param {'run' | 'watch'} command */
const vitest = (command) => [
  join(projectRoot, 'node_modules/vitest/vitest.mjs'),
  ...[command, '--root', projectRoot, '--config', 'vitest.config.ts'],
  ...['--reporter=default', `--reporter=${join(projectRoot, 'scripts/testing/results-reporter.mjs')}`],
];
const PLAYWRIGHT = [
  join(projectRoot, 'e2e/node_modules/@playwright/test/cli.js'),
  ...['test', '--config', join(projectRoot, 'e2e/playwright.config.ts')],
];

/** Needs the built web server, which only a run of all tests builds before. */
const attacksOnWeb = 'faults/abuse/abuse-of-web.faults.test.ts';

const interruption = new AbortController();
const interrupt = () => interruption.abort();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, interrupt);

try {
  requireSystem();
  const results = await runTests(process.argv.slice(2));
  const passed = results.reduce((sum, result) => sum + result.passed, 0);
  const failures = results.flatMap((result) => result.failures);
  const { TEST_RESULTS_FILE } = process.env;
  if (TEST_RESULTS_FILE) writeFileSync(TEST_RESULTS_FILE, JSON.stringify({ passed, failures }));
  else printResults({ passed, failures });
  const hasRun = passed + failures.length > 0;
  process.exitCode = !hasRun || failures.length > 0 || results.some(({ exitCode }) => exitCode !== 0) ? 1 : 0;
} catch (error) {
  console.error(interruption.signal.aborted ? '\nStopped.' : `\n${describeError(error)}`);
  process.exitCode = 1;
}

/** @param {string[]} args @returns {Promise<Result[]>} */
async function runTests([first = '', ...rest]) {
  const logsDir = join(resolveDataLocation(projectRoot).dataDir, 'logs');
  const context = { logsDir, interrupted: interruption.signal };
  await step('Dependencies', () => installDependencies(context));
  if (first === '--browser') {
    await step('Browser', () => installBrowser(context));
    await step('Build', () => buildEverything(context));
    return [checkBundles(), await runTestRunner([...PLAYWRIGHT, ...rest])];
  }
  await step('Generated code', () => generateCode(context));
  // Build before the tests: beside them it would take twice as long, and the tests in the browser wait for it.
  if (!first) await step('Build', () => buildEverything(context));
  if (first === '--watch') return [await runTestRunner([...vitest('watch'), ...rest])];
  // Any other argument is vitest's, such as the name of a file.
  const chosen = [...(first && first !== '--unit' ? [first] : []), ...rest];
  const needsNoBuild = first === '--unit' && rest.length === 0;
  const unit = runTestRunner([...vitest('run'), ...(needsNoBuild ? ['--exclude', attacksOnWeb] : chosen)]);
  if (first) return [await unit];
  // Run the tests in the browser at the same time, because both wait much. Print their output after that of the others.
  const unitPrinted = unit.catch(() => undefined);
  return Promise.all([unit, runTestRunner([import.meta.filename, '--browser'], unitPrinted)]);
}

/** @returns {Result} */
function checkBundles() {
  return { passed: 0, failures: [...findOverweightPages(), ...findChunksWithZod()], exitCode: 0 };
}

/**
 * Prints the failures again at the end, because thousands of lines stand above.
 * @param {Results} results
 */
function printResults({ passed, failures }) {
  for (const failure of failures) print(`FAILED ${failure}\n`);
  print(`${passed} passed, ${failures.length} failed`);
}

/**
 * @param {string[]} command that leaves its results in TEST_RESULTS_FILE
 * @param {Promise<unknown>} [printAfter] holds the output back until this resolves
 * @returns {Promise<Result>}
 */
async function runTestRunner(command, printAfter) {
  interruption.signal.throwIfAborted();
  const folder = mkdtempSync(join(tmpdir(), 'crewboard-results-'));
  const resultsFile = join(folder, 'results.json');
  try {
    const exitCode = await runInForeground(
      command,
      { ...process.env, TEST_RESULTS_FILE: resultsFile },
      printAfter,
    );
    interruption.signal.throwIfAborted();
    if (!existsSync(resultsFile))
      throw new Problem(`The tests ended with code ${exitCode} before any had run.`);
    return { ...JSON.parse(readFileSync(resultsFile, 'utf8')), exitCode };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
