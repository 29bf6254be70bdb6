import { readFileSync } from 'node:fs';

/**
 * Flaky tests that are skipped until they are fixed: the title of each, and why. The list is empty or short.
 * @type {{ title: string, reason: string }[]}
 */
const quarantined = JSON.parse(
  readFileSync(new URL('../../quarantined-tests.json', import.meta.url), 'utf8'),
);

/**
 * Why the test with this title is skipped; undefined for all others.
 * @param {string} title
 */
export const findQuarantineReason = (title) => quarantined.find((test) => test.title === title)?.reason;
