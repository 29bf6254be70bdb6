import { futureOrNull } from '@crewboard/contracts';
import { defineStatement, queryOne, sql } from '@crewboard/db';
import { invalid } from '../../errors.ts';
import { jsonTime } from '../define-row.ts';
import type { VerbContext } from '../verb-context.ts';

/** A year and a day, so that a year ahead is valid although the clocks of client and database differ. */
const maxAheadMs = 366 * 24 * 3_600_000;

/** Throws VALIDATION_ERROR for a `notBefore` (agents may not start the task earlier) that is more than a year ahead. */
export function assertStartTime(notBefore: string | null | undefined, now: string): void {
  if (!notBefore || Date.parse(notBefore) - Date.parse(now) <= maxAheadMs) return;
  throw invalid([{ path: 'notBefore', message: 'must be at most a year ahead' }]);
}

const readClock = defineStatement<object, { now: string }>(
  () => sql`select ${jsonTime(sql`clock_timestamp()`)} as now`,
);

/**
 * Returns a function that checks the `notBefore` of a new task, and replaces a past time by null. `given`: the times of
 * all new tasks. Reads the clock of the database once, if there is any time.
 */
export async function startTimesOf(
  { db }: VerbContext,
  given: readonly (string | null | undefined)[],
): Promise<(notBefore: string | null | undefined) => string | null> {
  if (!given.some(Boolean)) return () => null;
  const { now } = (await queryOne(db, readClock, {})) ?? {};
  if (now === undefined) throw new Error('The statement returns one row.');
  return (notBefore) => {
    assertStartTime(notBefore, now);
    return notBefore ? futureOrNull(notBefore, now) : null;
  };
}
