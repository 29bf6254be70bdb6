import type { CreateWebhook, WebhookWithSecret } from '@crewboard/contracts';
import { newId } from '@crewboard/db';
import type { z } from 'zod';
import type { VerbContext } from '../../trpc/context.ts';
import { recordEvent, writer } from '../events/record-event.ts';
import { assertUrl } from './assert-url.ts';
import { newSecret } from './new-secret.ts';
import { toWebhook, type WebhookRow, webhookColumns, webhookJson } from './webhook-row.ts';

type Call = { ctx: VerbContext; input: z.output<typeof CreateWebhook> };

const statement = `
  with created as (
    insert into webhooks (id, team_id, url, description, event_types, secret,
      enabled, subscribed_since, disabled_reason, disabled_at)
    select $5, $1, $6, $7, $8, $9,
      $10, case when $10 then pg_current_snapshot() end,
      case when not $10 then 'switched_off' end, case when not $10 then now() end
    returning *
  ),
  event as (${recordEvent({ type: 'webhook.created', subject: 'webhook', json: webhookJson, after: 'created' })})
  select ${webhookColumns('created')} from created`;

/** Makes an endpoint. Its secret is in this answer and never shown again. */
export async function createWebhook({ ctx, input }: Call): Promise<WebhookWithSecret> {
  await assertUrl(ctx, input.url);
  const id = newId();
  const { secret, sealed } = await newSecret(ctx, id);
  const { rows } = await ctx.db.pool.query<WebhookRow>(statement, [
    ...writer(ctx),
    id,
    input.url,
    input.description ?? null,
    input.eventTypes ?? ['task.completed'],
    sealed,
    input.enabled ?? true,
  ]);
  return { ...toWebhook(rows[0] as WebhookRow), secret };
}
