// JavaScript, because `npm test` imports it with any version of Node.
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

/** The paths of Debian's Chromium; the headless shell is first, because it runs the tests in a third less time. */
const DEBIANS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

/**
 * Finds a Chromium for the tests: that of the system, or else the download of Playwright.
 * @returns {string | undefined} its path; undefined where there is neither
 */
export function findChromium() {
  return [...DEBIANS, chromium.executablePath()].find((path) => path && existsSync(path));
}

/** No background requests of the browser, and no sandbox: Chromium has none for root. */
export const chromiumArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
