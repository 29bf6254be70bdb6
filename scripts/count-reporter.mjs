import { writeFileSync } from 'node:fs';

/** A vitest reporter that leaves the numbers of tests in the file TEST_COUNTS_FILE, and names those that are flaky. */
export default class CountReporter {
  /**
   * @param {ReadonlyArray<import('vitest/node').TestModule>} modules
   * @param {ReadonlyArray<unknown>} unhandledErrors
   */
  onTestRunEnd(modules, unhandledErrors) {
    const passed = modules.flatMap((module) => [...module.children.allTests('passed')]);
    const failed = modules.flatMap((module) => [...module.children.allTests('failed')]);
    // What goes wrong outside of any test, such as a file that cannot be loaded, counts as one that failed.
    const otherErrors = [...modules.flatMap((module) => module.errors()), ...unhandledErrors];
    const counts = { passed: passed.length, failed: failed.length + otherErrors.length };
    const { TEST_COUNTS_FILE = '' } = process.env;
    writeFileSync(TEST_COUNTS_FILE, JSON.stringify(counts));

    const flaky = passed.filter((test) => test.diagnostic()?.flaky);
    if (flaky.length > 0) console.log(`  ${flaky.length} flaky`);
    for (const { module, fullName } of flaky) console.log(`    ${module.relativeModuleId} > ${fullName}`);
  }
}
