import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Spreads the faults from the beginning on: they wait long, so that none may be alone at the end or beside another. */
class SpreadFaults extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isFault = ({ moduleId }: TestSpecification) => moduleId.endsWith('.faults.test.ts');
    const faults = sorted.filter(isFault);
    const others = sorted.filter((file) => !isFault(file));
    const share = Math.ceil(others.length / (faults.length || 1));
    return faults.length > 0
      ? faults.flatMap((fault, index) => [fault, ...others.slice(index * share, (index + 1) * share)])
      : others;
  }
}

// By the end of its name a test says what it needs: *.test.ts nothing, *.db.test.ts PostgreSQL,
// *.http.test.ts the running app. One PostgreSQL serves them all; each file has a database of its own.
export default defineConfig({
  test: {
    include: ['{apps,packages,examples,faults,scripts}/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/.next/**'],
    globalSetup: ['packages/db/src/testing/global-setup.ts'],
    // For a busy machine: the longest tests, which start many processes, take most of a minute on a quiet one.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // The same, and for readers of the log, which wait for the transactions of all test files.
    expect: { poll: { timeout: 60_000 } },
    setupFiles: ['scripts/testing/skip-quarantined.ts'],
    restoreMocks: true,
    // Programs that tests start load compiled code from here: that halves the processor time of their start.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/node-compile') },
    // A file waits much of the time, for PostgreSQL and for bounds to pass: four at once keep two cores busy.
    maxWorkers: 4,
    // A worker loads what the files share once. So no file may leave anything behind.
    isolate: false,
    sequence: { sequencer: SpreadFaults },
  },
});
