import { writeFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import type { Reporter, Suite, TestError } from '@playwright/test/reporter';

// In characters.
const LONGEST_STACK = 2_000;

/** Writes the results to the file TEST_RESULTS_FILE, which `npm test` reads. */
export default class ResultsReporter implements Reporter {
  private suite: Suite | undefined;
  private readonly otherErrors: TestError[] = [];

  onBegin(_config: unknown, suite: Suite): void {
    this.suite = suite;
  }

  // An error outside of tests, such as a service that does not start, counts as a failed test.
  onError(error: TestError): void {
    this.otherErrors.push(error);
  }

  onEnd(): void {
    const file = process.env.TEST_RESULTS_FILE;
    if (!file) return;
    const tests = this.suite?.allTests() ?? [];
    const passed = tests.filter((test) => test.outcome() === 'expected').length;
    const failed = tests.filter((test) => test.outcome() === 'unexpected');
    const failures = failed.map((test) => {
      const errors = test.results.flatMap((result) => result.errors);
      return `${test.titlePath().filter(Boolean).join(' > ')}\n${errors.map(toText).join('\n')}`;
    });
    writeFileSync(file, JSON.stringify({ passed, failures: [...failures, ...this.otherErrors.map(toText)] }));
  }

  printsToStdio(): boolean {
    return false;
  }
}

function toText({ message = '', stack = message, cause }: TestError): string {
  const ownText = stripVTControlCharacters(stack.slice(0, LONGEST_STACK));
  return cause ? `${ownText}\nCaused by: ${toText(cause)}` : ownText;
}
