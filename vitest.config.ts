import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { otherNames } from './scripts/quarantine.mjs';

/** Starts the faults first: they wait most of the time and would be alone at the end. */
class FaultsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isFault = ({ moduleId }: TestSpecification) => moduleId.endsWith('.faults.test.ts');
    return [...sorted.filter(isFault), ...sorted.filter((file) => !isFault(file))];
  }
}

// By the end of its name a test says what it needs: *.test.ts nothing, *.db.test.ts PostgreSQL,
// *.http.test.ts the running app. One PostgreSQL serves them all; each file has a database of its own.
export default defineConfig({
  test: {
    include: ['{apps,packages,examples,faults,scripts}/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/.next/**'],
    globalSetup: ['packages/db/src/testing/global-setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    testNamePattern: otherNames,
    restoreMocks: true,
    // A file waits for PostgreSQL much of the time: two at once keep two cores busy.
    maxWorkers: 2,
    // A worker loads what the files share once. So no file may leave anything behind.
    isolate: false,
    sequence: { sequencer: FaultsFirst },
  },
});
