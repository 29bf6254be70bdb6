import { defineStatement, type Queryable, queryOne, raw, sql } from '@crewboard/db';
import { hasSubscriptions } from './has-subscriptions.ts';

type LogLag = { unsettledLagSeconds: number; webhookLagSeconds: number };

const age = raw(`greatest(extract(epoch from clock_timestamp() - created_at), 0)::float8`);

/** Reads two rows by the primary key. */
export const measureLogLagStatement = defineStatement<object, LogLag>(
  () => sql`
  select
    coalesce((
      select ${age} from events
      where xid >= pg_snapshot_xmin(pg_current_snapshot()) order by xid, id limit 1
    ), 0) as "unsettledLagSeconds",
    coalesce((
      select ${age} from log_readers cross join lateral (
        select created_at from events where (events.xid, events.id) > (log_readers.xid, log_readers.id)
        order by events.xid, events.id limit 1
      ) as next
      where name = 'webhooks' and ${hasSubscriptions}
    ), 0) as "webhookLagSeconds"`,
);

/**
 * The ages in seconds of the oldest event that readers cannot read yet, because a transaction is open, and of the
 * oldest event that the webhook worker has not read. 0 without such an event, or without webhooks. Docs:
 * docs/decisions/0006-one-log.md.
 */
export async function measureLogLag(db: Queryable): Promise<LogLag> {
  return (await queryOne(db, measureLogLagStatement, {})) ?? { unsettledLagSeconds: 0, webhookLagSeconds: 0 };
}
