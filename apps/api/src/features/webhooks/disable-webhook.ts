import { type Database, type Expression, raw, sql } from '@crewboard/db';
import { recordEvent, writer } from '../events/record-event.ts';
import { changedAt } from '../patch.ts';
import { keepFormerSubscription } from './subscription.ts';
import { webhookJson } from './webhook-row.ts';

/** Why the service itself disables an endpoint, and what must still hold then. */
type Why =
  /** The receiver at this URL answered 410. */
  | { reason: 'gone'; url: string }
  /** Every attempt of this long failed, in ms. */
  | { reason: 'failing'; durationMs: number };

type Call = { ctx: { db: Database }; input: { webhookId: string; teamId: string } & Why };

const statement = (condition: string) => `
  with target as (
    select * from webhooks
    where id = $5 and team_id = $1 and enabled and deleted_at is null and ${condition} for no key update
  ),
  disabled as (
    update webhooks set enabled = false, disabled_reason = $6, disabled_at = now(), subscribed_since = null,
      updated_at = ${changedAt}
    from target where webhooks.id = target.id
    returning webhooks.*
  ),
  former as (${keepFormerSubscription('target', 'disabled')}),
  event as (${recordEvent({
    type: 'webhook.disabled',
    subject: 'webhook',
    json: webhookJson,
    before: 'target',
    after: 'disabled',
  })})
  select from disabled`;

/**
 * SQL: whether every attempt of so many milliseconds failed. Time in which nothing was tried says nothing, so the last
 * failure has to be that long after the first.
 */
export const hasFailedFor = (durationMs: Expression) =>
  sql`last_failure_at >= failing_since + ${durationMs}::bigint * interval '1 millisecond'`;

const statements = {
  gone: statement('url = $7'),
  failing: statement(hasFailedFor(raw('$7')).text),
};

/** Stops sending to an endpoint, with an event that tells so. Tells whether it was still to be done. */
export async function disableWebhook({ ctx, input }: Call): Promise<boolean> {
  const { webhookId, teamId, reason } = input;
  const { rowCount } = await ctx.db.pool.query(statements[reason], [
    ...writer({ actor: { kind: 'system', id: null, teamId }, requestId: null }),
    webhookId,
    reason,
    reason === 'gone' ? input.url : input.durationMs,
  ]);
  return rowCount === 1;
}
