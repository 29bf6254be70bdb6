import { secretOverlapHours, type WebhookTarget, type WebhookWithSecret } from '@crewboard/contracts';
import { raw, sql } from '@crewboard/db';
import { notFound } from '../../errors.ts';
import { type EventActorParams, eventActorParams } from '../events/record-event.ts';
import { defineKeyedStatement, queryKeyed } from '../idempotency/keep-response.ts';
import { changedAt } from '../row-change.ts';
import type { Call } from '../verb-context.ts';
import { isEndpointOf } from './find-webhook.ts';
import { newSecret } from './new-secret.ts';
import { recordWebhookEvent } from './record-webhook-event.ts';
import { toWebhook, type WebhookRow, webhookRow } from './webhook-row.ts';

const overlap = raw(`interval '${secretOverlapHours} hours'`);

const statement = defineKeyedStatement<EventActorParams & { webhookId: string; secret: string }, WebhookRow>(
  (p, keepResponse) => sql`
  with target as (
    select * from webhooks where ${isEndpointOf(p)}
    for no key update
  ),
  rotated as (
    update webhooks
    set secret = ${p.secret}, previous_secret = target.secret, previous_secret_until = now() + ${overlap},
      updated_at = ${changedAt}
    from target where webhooks.id = target.id
    returning webhooks.*
  ),
  event as (${recordWebhookEvent(p, 'webhook.secret_rotated', { after: 'rotated' })})
  ${keepResponse(webhookRow.json('rotated'), raw('rotated'))}
  select ${webhookRow.columns('rotated')} from rotated`,
);

/** Creates a new secret, which only this response contains. For a day the previous one signs deliveries as well. */
export async function rotateWebhookSecret({
  ctx,
  input,
}: Call<typeof WebhookTarget>): Promise<WebhookWithSecret> {
  const { webhookId } = input;
  const { secret, sealed } = await newSecret(ctx, webhookId);
  const params = { ...eventActorParams(ctx), webhookId, secret: sealed };
  const row = await queryKeyed(ctx, statement, params, { secret });
  if (!row) throw notFound();
  return { ...toWebhook(row), secret };
}
