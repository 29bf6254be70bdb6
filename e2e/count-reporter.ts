import { writeFileSync } from 'node:fs';
import type { Reporter, Suite, TestError } from '@playwright/test/reporter';

/** Writes the numbers of tests to the file TEST_COUNTS_FILE, which `npm test` reads. */
export default class CountReporter implements Reporter {
  private suite: Suite | undefined;
  private otherErrors = 0;

  onBegin(_config: unknown, suite: Suite): void {
    this.suite = suite;
  }

  // An error outside of tests, such as a service that does not start, counts as a failed test.
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
