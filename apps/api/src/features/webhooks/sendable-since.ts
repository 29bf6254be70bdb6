import { raw } from '@crewboard/db';

/**
 * SQL: since when a delivery waits for a process, from the names of the rows of a delivery and its endpoint. `updated_at`
 * leaves out the time until the endpoint was enabled again; any other change of it shortens the wait as well. `stored_at`
 * leaves out the time until an operator resumed the deliveries of a copied database (`replaceInstallation`).
 */
export const sendableSince = (delivery: string, webhook: string) =>
  raw(`greatest(${delivery}.next_attempt_at, ${webhook}.updated_at, (select stored_at from installation))`);
