import { raw, type Sql } from '@crewboard/db';

// The row of an endpoint holds its current subscription and the database snapshot since which it applies. A change
// moves the previous subscription into a row of its own, because the worker may still have to read events of its time.
// `fresh_snapshot()` is taken after the row is locked: each snapshot of an endpoint must contain the previous one, and
// the snapshot of the statement may be older than the change for whose lock it waited.

const fields = (row: string) => `(${row}.event_types, ${row}.includes_confidential, ${row}.enabled)`;

/** SQL: the snapshot since which the subscription of `after` applies; null while the endpoint is disabled. */
export const subscribedSince = (before: string, after: string): Sql =>
  raw(`case when not ${after}.enabled then null
    when ${fields(after)} = ${fields(before)} then ${before}.subscribed_since
    else fresh_snapshot() end`);

/** SQL: stores the subscription of the row `before` if that of `after` differs. */
export const keepFormerSubscription = (before: string, after: string): Sql =>
  raw(`
  insert into webhook_subscriptions (webhook_id, event_types, includes_confidential, since, until)
  select ${before}.id, ${before}.event_types, ${before}.includes_confidential, ${before}.subscribed_since, fresh_snapshot()
  from ${before} join ${after} using (id)
  where ${before}.subscribed_since is not null and ${fields(after)} is distinct from ${fields(before)}`);
