import { readFileSync } from 'node:fs';

/**
 * Flaky tests that are skipped until they are fixed, each with its title and the reason. The list is empty or short.
 * @type {{ title: string, reason: string }[]}
 */
const quarantined = JSON.parse(
  readFileSync(new URL('../../quarantined-tests.json', import.meta.url), 'utf8'),
);

/**
 * Returns why the test with this title is skipped; undefined if it is not.
 * @param {string} title
 */
export const findQuarantineReason = (title) => quarantined.find((test) => test.title === title)?.reason;
