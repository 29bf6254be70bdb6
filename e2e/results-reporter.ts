import { readFileSync, writeFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import type { Reporter, Suite, TestCase, TestError, TestResult } from '@playwright/test/reporter';
import { readServiceAddress } from './service/address.ts';

// In characters.
const LONGEST_STACK = 2_000;
const LONGEST_LOG = 4_000;
/** Of the log lines: warnings and errors. */
const MIN_LEVEL = 40;

/** Writes the results to the file TEST_RESULTS_FILE, which `npm test` reads. */
export default class ResultsReporter implements Reporter {
  private suite: Suite | undefined;
  private readonly otherErrors: TestError[] = [];
  /** What the service logged during each failed test: its log is deleted with it. */
  private readonly logs = new Map<TestCase, string>();

  onBegin(_config: unknown, suite: Suite): void {
    this.suite = suite;
  }

  // An error outside of tests, such as a service that does not start, counts as a failed test.
  onError(error: TestError): void {
    this.otherErrors.push(error);
  }

  onTestEnd(test: TestCase, { startTime, status }: TestResult): void {
    if (status === test.expectedStatus) return;
    const lines = (readServiceAddress().logFiles ?? []).flatMap((file) => linesSince(file, startTime));
    if (lines.length > 0) this.logs.set(test, lines.join('\n').slice(-LONGEST_LOG));
  }

  onEnd(): void {
    const file = process.env.TEST_RESULTS_FILE;
    if (!file) return;
    const tests = this.suite?.allTests() ?? [];
    const passed = tests.filter((test) => test.outcome() === 'expected').length;
    const failed = tests.filter((test) => test.outcome() === 'unexpected');
    const failures = failed.map((test) => {
      const errors = test.results.flatMap((result) => result.errors);
      const log = this.logs.get(test) ?? 'nothing above the level of information';
      const title = test.titlePath().filter(Boolean).join(' > ');
      return `${title}\n${errors.map(toText).join('\n')}\nLogged meanwhile, for this or another test: ${log}`;
    });
    writeFileSync(file, JSON.stringify({ passed, failures: [...failures, ...this.otherErrors.map(toText)] }));
  }

  printsToStdio(): boolean {
    return false;
  }
}

/** The warnings and errors of a log file since a time. */
function linesSince(file: string, time: Date): string[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => {
      const entry = toEntry(line);
      return entry.level >= MIN_LEVEL && entry.time >= time.getTime();
    });
}

/** The level and the time of a line; zeros for a line that is not JSON, such as one that is being written. */
function toEntry(line: string): { level: number; time: number } {
  try {
    return JSON.parse(line) ?? {};
  } catch {
    return { level: 0, time: 0 };
  }
}

function toText({ message = '', stack = message, cause }: TestError): string {
  const ownText = stripVTControlCharacters(stack.slice(0, LONGEST_STACK));
  return cause ? `${ownText}\nCaused by: ${toText(cause)}` : ownText;
}
