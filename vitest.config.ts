import { defineConfig } from 'vitest/config';

// By the end of its name a test says what it needs: *.test.ts nothing, *.db.test.ts PostgreSQL,
// *.http.test.ts the running app. One PostgreSQL serves them all; each file has a database of its own.
export default defineConfig({
  test: {
    include: ['{apps,packages,examples,faults,scripts}/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/.next/**'],
    globalSetup: ['packages/db/src/testing/global-setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // On a busy machine a bound runs out now and then; what needs a second try is reported as flaky.
    retry: 1,
    restoreMocks: true,
    // A file waits for PostgreSQL much of the time: two at once keep two cores busy.
    maxWorkers: 2,
    // A worker loads what the files share once. So no file may leave anything behind.
    isolate: false,
  },
});
