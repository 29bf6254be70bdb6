import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Problem } from './problem.mjs';
import { projectRoot } from './project.mjs';
import { runTool } from './run-tool.mjs';

/** @typedef {import('./prepare.mjs').Context} Context */

const PLAYWRIGHT = join(projectRoot, 'e2e/node_modules/@playwright/test/cli.js');

/** The ways to install a package of Debian. Older releases lack the first package. */
const DEBIAN_WAYS = ['chromium-headless-shell', 'chromium'].map((name) => [
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
  /** Each way is a list of commands: the next way follows once a command has failed. */
  const ways = [
    ...(isRoot && hasApt ? DEBIAN_WAYS : []),
    // `--with-deps` also installs the libraries of the browser, which requires root.
    ...(isRoot ? [[[process.execPath, PLAYWRIGHT, 'install', '--with-deps', 'chromium']]] : []),
    [[process.execPath, PLAYWRIGHT, 'install', 'chromium']],
  ];
  const logFile = join(context.logsDir, 'browser.log');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const way of ways) {
    if (findChromium()) return;
    for (const command of way) {
      const failure = await runTool(command, env, { ...context, logFile });
      if (failure) break;
    }
  }
  if (findChromium()) return;
  throw new Problem(
    'The browser tests need Chromium, and it could not be installed. Install it yourself\n' +
      '(`apt-get install chromium-headless-shell` on Debian, `npx playwright install chromium` elsewhere), or leave them out\n' +
      `with \`npm test -- --unit\`. Log: ${logFile}`,
  );
}
