// Plain JavaScript: `npm test` asks it before it runs anything else, on any Node.
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

/** Where Debian puts its Chromium: the one without windows takes a third less time for the same tests. */
const DEBIANS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

/**
 * The Chromium to test with: the system's, or else the one that Playwright has downloaded.
 * @returns {string | undefined} its path; undefined where there is neither
 */
export function findChromium() {
  return [...DEBIANS, chromium.executablePath()].find((path) => path && existsSync(path));
}

/** Nothing that the browser would do by itself over the network, and no sandbox: root has none. */
export const chromiumArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
