import { defineConfig } from '@playwright/test';
import { chromiumArguments, findChromium } from './browser.mjs';

// Against the production build, with a database of its own: see service/global-setup.ts.
export default defineConfig({
  testDir: 'specs',
  // Node runs TypeScript itself: to transform all that the tests import took 6 s of processor time in a fresh clone.
  build: { external: ['**/*.ts'] },
  outputDir: 'node_modules/.results',
  globalSetup: './service/global-setup.ts',
  fullyParallel: true,
  workers: 2,
  projects: [
    // First, so that its wait of half a minute is beside the work of the other tests.
    { name: 'waits', testMatch: 'slow-clients.spec.ts' },
    { name: 'pages', testIgnore: 'slow-clients.spec.ts' },
  ],
  forbidOnly: Boolean(process.env.CI),
  // Timeouts for a busy machine; an idle one needs a tenth of them.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: [['list'], ['./results-reporter.ts']],
  use: {
    launchOptions: {
      executablePath: findChromium(),
      // A page lives for seconds: optimizing its code costs more processor time than it saves. Pages share their code, so
      // to compile all functions of a file at once, not each at its first call in each page, saves an eighth.
      args: [
        ...chromiumArguments,
        '--js-flags=--no-maglev --no-turbofan --no-lazy',
        '--enable-features=InMemoryCodeCache',
        // One renderer process per context: see fixtures/context-pool.ts.
        '--renderer-process-limit=1',
        '--disable-site-isolation-trials',
      ],
    },
    locale: 'en-GB',
    timezoneId: 'UTC',
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
    actionTimeout: 60_000,
    screenshot: 'only-on-failure',
  },
});
