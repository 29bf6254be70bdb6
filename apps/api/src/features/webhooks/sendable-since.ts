import { raw } from '@crewboard/db';

/**
 * SQL: since when a delivery waits for a process, from the names of the rows of a delivery and its endpoint. Not while
 * its endpoint was disabled, nor while deliveries were held: a restored database has some that were due before.
 */
export const sendableSince = (delivery: string, webhook: string) =>
  raw(`greatest(${delivery}.next_attempt_at, ${webhook}.updated_at, (select stored_at from installation))`);
