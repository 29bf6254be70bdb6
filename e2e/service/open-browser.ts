import { type Browser, chromium } from '@playwright/test';
import { chromiumArguments, findChromium } from '../browser.mjs';

export type { Browser, Page } from '@playwright/test';

/** The browser of the tests, for programs that are no test of Playwright. Undefined where none is installed. */
export async function openBrowser(): Promise<Browser | undefined> {
  const executablePath = findChromium();
  return executablePath ? chromium.launch({ executablePath, args: chromiumArguments }) : undefined;
}
