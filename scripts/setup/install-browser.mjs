import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openLog } from './log-file.mjs';
import { Problem } from './problem.mjs';
import { projectRoot } from './project.mjs';
import { signalGroup } from './signal-group.mjs';

/** @typedef {import('./prepare.mjs').Context} Context */

const PLAYWRIGHT = join(projectRoot, 'e2e/node_modules/@playwright/test/cli.js');

/** Older releases have no package of the headless browser. */
const DEBIANS = ['chromium-headless-shell', 'chromium'].map((name) => [
  ['apt-get', 'update'],
  ['apt-get', 'install', '-y', '--no-install-recommends', name],
]);

/**
 * Installs a Chromium for the browser tests where there is none: Debian's package if this process may install it,
 * otherwise the download of Playwright.
 * @param {Context} context
 */
export async function installBrowser(context) {
  // Imported late: Playwright is installed with the dependencies.
  const { findChromium } = await import('../../e2e/browser.mjs');
  const isRoot = process.getuid?.() === 0;
  const hasApt = existsSync('/usr/bin/apt-get');
  const ways = [
    ...(isRoot && hasApt ? DEBIANS : []),
    // Also installs the libraries of the browser, which needs root.
    ...(isRoot ? [[[process.execPath, PLAYWRIGHT, 'install', '--with-deps', 'chromium']]] : []),
    [[process.execPath, PLAYWRIGHT, 'install', 'chromium']],
  ];
  const logFile = join(context.logsDir, 'browser.log');
  for (const way of ways) {
    if (findChromium()) return;
    for (const command of way) if (!(await run(command, logFile, context))) break;
  }
  if (findChromium()) return;
  throw new Problem(
    'The browser tests need Chromium, and it could not be installed. Install it yourself\n' +
      '(`apt-get install chromium-headless-shell` on Debian, `npx playwright install chromium` elsewhere), or leave them out\n' +
      `with \`npm test -- --unit\`. Log: ${logFile}`,
  );
}

/**
 * @param {string[]} command @param {string} logFile @param {Context} context
 * @returns {Promise<boolean>} whether the command succeeded
 */
async function run([program = '', ...args], logFile, { interrupted }) {
  interrupted.throwIfAborted();
  const log = openLog(logFile);
  const tool = spawn(program, args, {
    cwd: projectRoot,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    detached: true,
    stdio: ['ignore', log, log],
  });
  const interrupt = () => signalGroup(tool.pid, 'SIGTERM');
  interrupted.addEventListener('abort', interrupt);
  const isDone = await new Promise((resolve) => {
    tool.once('error', () => resolve(false));
    tool.once('exit', (code) => resolve(code === 0));
  });
  interrupted.removeEventListener('abort', interrupt);
  interrupted.throwIfAborted();
  return isDone;
}
