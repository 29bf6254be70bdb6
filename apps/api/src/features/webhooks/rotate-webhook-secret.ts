import { secretOverlapHours, type WebhookTarget, type WebhookWithSecret } from '@crewboard/contracts';
import { raw, sql } from '@crewboard/db';
import { notFound } from '../../errors.ts';
import { type EventActorParams, eventActorParams } from '../events/record-event.ts';
import { defineKeyedStatement, queryKeyed } from '../idempotency/keep-response.ts';
import type { Call } from '../verb-context.ts';
import { changedAt } from './change-sql.ts';
import { createSecret } from './create-secret.ts';
import { endpointForUpdate, lockEndpoint } from './find-webhook.ts';
import { recordWebhookEvent, toWebhook, type WebhookRow, webhookRow } from './webhook-row.ts';

const overlap = raw(`interval '${secretOverlapHours} hours'`);

const statement = defineKeyedStatement<EventActorParams & { webhookId: string; secret: string }, WebhookRow>(
  (p, keepResponse) => sql`
  with ${lockEndpoint(p)},
  target as (${endpointForUpdate(p)}),
  rotated as (
    update webhooks
    set secret = ${p.secret}, previous_secret = target.secret, previous_secret_until = now() + ${overlap},
      updated_at = ${changedAt('target')}
    from target where webhooks.id = target.id
    returning webhooks.*
  ),
  event as (${recordWebhookEvent(p, 'webhook.secret_rotated', { after: 'rotated' })})
  ${keepResponse(webhookRow.json('rotated'), raw('rotated'))}
  select ${webhookRow.columns('rotated')} from rotated`,
);

/**
 * Replaces the secret. Only this response contains the new one. For `secretOverlapHours`, deliveries are signed with
 * both. Throws NOT_FOUND.
 */
export async function rotateWebhookSecret({
  ctx,
  input,
}: Call<typeof WebhookTarget>): Promise<WebhookWithSecret> {
  const { webhookId } = input;
  const { secret, sealed } = await createSecret(ctx, webhookId);
  const params = { ...eventActorParams(ctx), webhookId, secret: sealed };
  const row = await queryKeyed(ctx, statement, params, { secrets: { secret } });
  if (!row) throw notFound();
  return { ...toWebhook(row), secret };
}
