import { writeFileSync } from 'node:fs';
import type { Reporter, Suite, TestError } from '@playwright/test/reporter';

/** Leaves the numbers of tests in the file TEST_COUNTS_FILE, for `npm test` to add up. */
export default class CountReporter implements Reporter {
  private suite: Suite | undefined;
  private otherErrors = 0;

  onBegin(_config: unknown, suite: Suite): void {
    this.suite = suite;
  }

  // What goes wrong outside of any test, such as a service that does not start, counts as one that failed.
  onError(_error: TestError): void {
    this.otherErrors += 1;
  }

  onEnd(): void {
    const file = process.env.TEST_COUNTS_FILE;
    if (!file) return;
    const outcomes = (this.suite?.allTests() ?? []).map((test) => test.outcome());
    const count = (outcome: string) => outcomes.filter((each) => each === outcome).length;
    const failed = count('unexpected') + this.otherErrors;
    writeFileSync(file, JSON.stringify({ passed: count('expected'), failed }));
  }

  printsToStdio(): boolean {
    return false;
  }
}
