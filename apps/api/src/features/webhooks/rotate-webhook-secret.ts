import { secretOverlapHours, type WebhookTarget, type WebhookWithSecret } from '@crewboard/contracts';
import type { z } from 'zod';
import { notFound } from '../../errors.ts';
import { recordEvent, writer } from '../events/record-event.ts';
import { changedAt } from '../patch.ts';
import type { VerbContext } from '../verb-context.ts';
import { newSecret } from './new-secret.ts';
import { toWebhook, type WebhookRow, webhookColumns, webhookJson } from './webhook-row.ts';

type Call = { ctx: VerbContext; input: z.output<typeof WebhookTarget> };

const statement = `
  with target as (
    select * from webhooks where id = $5 and team_id = $1 and deleted_at is null for no key update
  ),
  rotated as (
    update webhooks
    set secret = $6, previous_secret = target.secret,
      previous_secret_until = now() + interval '${secretOverlapHours} hours', updated_at = ${changedAt}
    from target where webhooks.id = target.id
    returning webhooks.*
  ),
  event as (${recordEvent({ type: 'webhook.secret_rotated', subject: 'webhook', json: webhookJson, after: 'rotated' })})
  select ${webhookColumns('rotated')} from rotated`;

/** Makes a new secret, shown this once. For a day deliveries carry the signature of the old one as well. */
export async function rotateWebhookSecret({ ctx, input }: Call): Promise<WebhookWithSecret> {
  const { secret, sealed } = await newSecret(ctx, input.webhookId);
  const { rows } = await ctx.db.pool.query<WebhookRow>(statement, [...writer(ctx), input.webhookId, sealed]);
  if (!rows[0]) throw notFound();
  return { ...toWebhook(rows[0]), secret };
}
