import { deliveryRetentionDays, type RecoverDeliveries, type WebhookRecovery } from '@crewboard/contracts';
import { raw, sql } from '@crewboard/db';
import { jsonTime } from '../define-row.ts';
import { type EventActorParams, eventActorParams } from '../events/record-event.ts';
import { defineKeyedStatement, queryKeyed } from '../idempotency/keep-response.ts';
import type { Call } from '../verb-context.ts';
import { endpointForUpdate, lockEndpoint, notSentError, selectIfEnabled } from './find-webhook.ts';
import { recordWebhookEvent } from './webhook-row.ts';

type Params = EventActorParams & { webhookId: string; since: string };

const retention = raw(`interval '${deliveryRetentionDays} days'`);

/**
 * A recovery covers the events before the request: `until` is by default the next transaction id.
 *
 * A request made during a running recovery schedules one more pass, which begins at the earlier of the two times. The
 * running pass goes on: frequent requests must not delay its end. The second pass retries deliveries that failed after
 * the running pass had read them.
 */
const statement = defineKeyedStatement<Params, { since: string }>(
  (p, keepResponse) => sql`
  with ${lockEndpoint(p)},
  locked as (${endpointForUpdate(p)}),
  target as (${selectIfEnabled('locked')}),
  recovery as (
    insert into webhook_recoveries (webhook_id, since) select id, ${p.since}::text::timestamptz from target
    on conflict (webhook_id) do update set again_until = excluded.until,
      since = least(excluded.since, greatest(webhook_recoveries.since, now() - ${retention}))
    returning since
  ),
  event as (${recordWebhookEvent(p, 'webhook.recovered', {
    after: 'target',
    changes: sql`jsonb_build_object('since', jsonb_build_object('after', ${p.since}::text))`,
  })})
  ${keepResponse(sql`json_build_object('webhookId', ${p.webhookId}::text, 'since', ${jsonTime(raw('since'))})`, raw('recovery'))}
  select since from recovery`,
);

/**
 * Requests a recovery: a worker sends the undelivered events since a time, of the types that the endpoint is subscribed
 * to now, also from the time when it was disabled. Sends pending retries at once. Throws WEBHOOK_DISABLED, NOT_FOUND.
 */
export async function recoverDeliveries({
  ctx,
  input,
}: Call<typeof RecoverDeliveries>): Promise<WebhookRecovery> {
  const { webhookId } = input;
  const since = new Date(input.since).toISOString();
  const recovery = await queryKeyed(ctx, statement, { ...eventActorParams(ctx), webhookId, since });
  if (!recovery) throw await notSentError(ctx, webhookId);
  return { webhookId, since: recovery.since };
}
