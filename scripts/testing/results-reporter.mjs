import { writeFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

const MAX_STACK_CHARACTERS = 2_000;
const MAX_DIFF_CHARACTERS = 2_000;

/** A vitest reporter that writes the results to the file TEST_RESULTS_FILE, which `npm test` reads. */
export default class ResultsReporter {
  /**
   * @param {ReadonlyArray<import('vitest/node').TestModule>} modules
   * @param {ReadonlyArray<TestError>} unhandledErrors
   */
  onTestRunEnd(modules, unhandledErrors) {
    const passed = modules.flatMap((module) => [...module.children.allTests('passed')]).length;
    const failures = [...modules.flatMap(findFailures), ...unhandledErrors.map(toText)];
    const { TEST_RESULTS_FILE = '' } = process.env;
    writeFileSync(TEST_RESULTS_FILE, JSON.stringify({ passed, failures }));
  }
}

/**
 * Returns a text for each failed test. An error outside of tests, such as a file that cannot be loaded, counts as one.
 * @param {import('vitest/node').TestModule} module
 */
function findFailures(module) {
  const suites = [...module.children.allSuites()].map((suite) => ({
    at: suite.fullName,
    errors: suite.errors(),
  }));
  const tests = [...module.children.allTests('failed')].map((test) => {
    return { at: test.fullName, errors: test.result().errors ?? [] };
  });
  return [
    ...[...suites.filter(({ errors }) => errors.length > 0), ...tests].map(
      ({ at, errors }) => `${module.relativeModuleId} > ${at}\n${errors.map(toText).join('\n')}`,
    ),
    ...module.errors().map((error) => `${module.relativeModuleId}\n${toText(error)}`),
  ];
}

/** @typedef {{ message: string, stack?: string, diff?: string, cause?: TestError }} TestError */

/**
 * @param {TestError} error
 * @returns {string}
 */
function toText({ message, stack = message, diff = '', cause }) {
  const ownLines = stack.split('\n').filter((line) => !line.includes('/node_modules/'));
  const text = ownLines.join('\n').slice(0, MAX_STACK_CHARACTERS);
  const ownText = stripVTControlCharacters(`${text}\n${diff.slice(0, MAX_DIFF_CHARACTERS)}`).trimEnd();
  return cause?.message ? `${ownText}\nCaused by: ${toText(cause)}` : ownText;
}
