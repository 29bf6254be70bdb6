import { type Database, defineStatement, queryMany, queryOne, raw, sql } from '@crewboard/db';
import { jsonTime } from '../define-row.ts';
import { type InstallationId, readInstallation, replaceInstallation } from './installation.ts';

type Call = { ctx: { db: Database }; input: { installationId: InstallationId; since?: Date | undefined } };

const maxRows = 1_000;
/** A delivery keeps so many of its attempts, the newest: as in `record-attempt.ts`, which only workers import. */
const maxKeptAttempts = raw('100');

/** A position in the index of pending deliveries. */
type IndexPosition = { webhookId: string; at: string; id: string };

/**
 * Reads the next pending deliveries in the order of their index, and gives up those of events from before `since`. Adds
 * an attempt with the reason, where people look for the reason of a failure.
 */
const giveUpPage = defineStatement<
  IndexPosition & { since: string; reason: string },
  IndexPosition & { isGivenUp: boolean }
>(
  ({ webhookId, at, id, since, reason }) => sql`
  with page as materialized (
    select id, webhook_id, next_attempt_at, event_xid, event_id, created_at from webhook_deliveries
    where next_attempt_at is not null
      and (webhook_id, next_attempt_at, id) > (${webhookId}::text, ${at}::text::timestamptz, ${id}::text)
    order by webhook_id, next_attempt_at, id limit ${raw(`${maxRows}`)}
  ),
  dated as (
    select page.*, coalesce(events.created_at, page.created_at) < ${since}::text::timestamptz as is_old
    from page left join events on (events.xid, events.id) = (page.event_xid, page.event_id)
  ),
  given_up as (
    update webhook_deliveries as delivery set status = 'failed', next_attempt_at = null,
      attempts = case when jsonb_array_length(attempts) < ${maxKeptAttempts} then attempts else attempts - 0 end
        || jsonb_build_object('at', ${jsonTime(sql`now()`)}, 'statusCode', null, 'error', ${reason}::text, 'latencyMs', 0)
    from dated where dated.is_old and delivery.id = dated.id and delivery.status = 'pending' returning delivery.id
  )
  select webhook_id as "webhookId", next_attempt_at::text as at, id, id in (select id from given_up) as "isGivenUp"
  from dated order by webhook_id, next_attempt_at, id`,
);

/** Gives up the pending deliveries of events from before `since`, and returns how many there were. */
async function giveUpBefore(db: Database, since: string): Promise<number> {
  const reason = `Not sent: an operator resumed deliveries for events since ${since} only.`;
  let count = 0;
  let position: IndexPosition = { webhookId: '', at: '-infinity', id: '' };
  for (;;) {
    const page = await queryMany(db.pool, giveUpPage, { ...position, since, reason });
    count += page.filter(({ isGivenUp }) => isGivenUp).length;
    const last = page.at(-1);
    if (!last || page.length < maxRows) return count;
    position = last;
  }
}

/** Without this, a running recovery would make deliveries of older events again. */
const shortenRecoveries = defineStatement<{ since: string }, object>(
  ({ since }) => sql`
  update webhook_recoveries set since = ${since}::text::timestamptz where since < ${since}::text::timestamptz`,
);

/** Whether the workers have made the deliveries of all events from before `until`, so that none of them come later. */
const isLogRead = defineStatement<{ until: string }, { isRead: boolean }>(
  ({ until }) => sql`
  select not exists (
    select from events cross join log_readers reader
    where reader.name = 'webhooks' and (events.xid, events.id) > (reader.xid, reader.id)
      and events.created_at < ${until}::text::timestamptz) as "isRead"`,
);

/**
 * Releases held deliveries, for the command line: stores the identity of the installation, so that its processes send
 * the due deliveries. With `since`, first gives up pending deliveries of older events, and returns how many. Throws if
 * nothing is held for this identity, or if events from before `since` have no deliveries yet.
 */
export async function resumeDeliveries({ ctx: { db }, input }: Call): Promise<{ givenUp: number }> {
  const { installationId } = input;
  const { heldFor } = await readInstallation(db.pool, installationId);
  if (!heldFor) {
    throw new Error(
      'deliveries are not held for this identity. If a process holds them, give this command its INSTALLATION_ID.',
    );
  }
  let givenUp = 0;
  if (input.since) {
    const since = input.since.toISOString();
    if (!(await queryOne(db.pool, isLogRead, { until: since }))?.isRead) {
      throw new Error(
        'the service has not read all events from before that time yet. Let it run, and try again in a minute.',
      );
    }
    await queryMany(db.pool, shortenRecoveries, { since });
    givenUp = await giveUpBefore(db, since);
  }
  await replaceInstallation(db.pool, installationId);
  return { givenUp };
}
