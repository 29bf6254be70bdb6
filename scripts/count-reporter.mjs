import { writeFileSync } from 'node:fs';

/** A vitest reporter that writes the numbers of tests to the file TEST_COUNTS_FILE. */
export default class CountReporter {
  /**
   * @param {ReadonlyArray<import('vitest/node').TestModule>} modules
   * @param {ReadonlyArray<unknown>} unhandledErrors
   */
  onTestRunEnd(modules, unhandledErrors) {
    const passed = modules.flatMap((module) => [...module.children.allTests('passed')]);
    const failed = modules.flatMap((module) => [...module.children.allTests('failed')]);
    // An error outside of tests, such as a file that cannot be loaded, counts as a failed test.
    const otherErrors = [...modules.flatMap((module) => module.errors()), ...unhandledErrors];
    const counts = { passed: passed.length, failed: failed.length + otherErrors.length };
    const { TEST_COUNTS_FILE = '' } = process.env;
    writeFileSync(TEST_COUNTS_FILE, JSON.stringify(counts));
  }
}
