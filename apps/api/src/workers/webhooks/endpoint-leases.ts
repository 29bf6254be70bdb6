import {
  type Database,
  defineStatement,
  type Expression,
  queryMany,
  raw,
  type Sql,
  sql,
} from '@crewboard/db';

// An endpoint lease lets one process at a time send the deliveries of an endpoint, so that the process can bound the
// deliveries in flight in memory. Unless it is renewed, the lease ends by the clock of the database.

const milliseconds = (count: Expression, factor = '1') =>
  sql`${count}::int * ${raw(factor)} * interval '1 millisecond'`;

/**
 * Whether a lease ends within this part of its duration. Also true for a lease that ends later than twice its duration
 * from now: the clock was set back after it was given.
 */
const endsWithin = (end: Sql, leaseMs: Expression, factor: string) =>
  sql`(${end} is null or ${end} <= now() + ${milliseconds(leaseMs, factor)} or ${end} > now() + ${milliseconds(leaseMs, '2')})`;

/** SQL: whether a lease with this end is over. */
export const isEndpointLeaseOver = (end: Sql, leaseMs: Expression): Sql => endsWithin(end, leaseMs, '0');

/** SQL: whether the owner should renew a lease with this end: 70 % or less are left. Earlier would cost writes. */
export const isRenewalDue = (end: Sql, leaseMs: Expression): Sql => endsWithin(end, leaseMs, '0.7');

/** SQL: the end of a lease that begins now. */
export const leaseEnd = (leaseMs: Expression): Sql => sql`now() + ${milliseconds(leaseMs)}`;

/** Skips rows that are locked: the next round comes long before the lease ends. */
const renewal = defineStatement<{ owner: string; webhookIds: string[]; leaseMs: number }, object>(
  ({ owner, webhookIds, leaseMs }) => sql`
  with renewed as materialized (
    select id from webhooks where id = any(${webhookIds}) and owner = ${owner} and ${isRenewalDue(sql`owned_until`, leaseMs)}
    for no key update skip locked
  )
  update webhooks set owned_until = ${leaseEnd(leaseMs)} from renewed where webhooks.id = renewed.id`,
);

/** Renews the leases of the endpoints with deliveries in flight. */
export async function renewEndpointLeases(
  db: Database,
  lease: { owner: string; webhookIds: string[]; leaseMs: number },
): Promise<void> {
  await queryMany(db.pool, renewal, lease);
}

const release = defineStatement<{ owner: string }, object>(
  ({ owner }) => sql`update webhooks set owned_until = now() where owner = ${owner}`,
);

/** Ends all leases of this process, so that others take over at once. */
export async function releaseEndpointLeases(db: Database, owner: string): Promise<void> {
  await queryMany(db.pool, release, { owner });
}
