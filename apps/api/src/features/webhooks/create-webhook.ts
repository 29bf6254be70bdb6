import { type CreateWebhook, mostWebhooks, type WebhookWithSecret } from '@crewboard/contracts';
import { newId } from '@crewboard/db';
import type { z } from 'zod';
import { invalid } from '../../errors.ts';
import { recordEvent, writer } from '../events/record-event.ts';
import type { VerbContext } from '../verb-context.ts';
import { assertUrl } from './assert-url.ts';
import { newSecret } from './new-secret.ts';
import { tellsAll } from './told-events.ts';
import { toWebhook, type WebhookRow, webhookColumns, webhookJson } from './webhook-row.ts';

type Call = { ctx: VerbContext; input: z.output<typeof CreateWebhook> };

/** Every event is looked at for every endpoint of its team. */
const tooMany = () =>
  invalid([{ path: '', message: `A team has at most ${mostWebhooks} webhooks: delete one first` }]);

/** Those who make endpoints of a team at once wait for each other at its row: each counts those from before it. */
const statement = `
  with team as (select id from teams where id = $1 for no key update),
  created as (
    insert into webhooks (id, team_id, url, description, event_types, tells_all, secret,
      enabled, subscribed_since, disabled_reason, disabled_at)
    select $5, $1, $6, $7, $8, $9, $10,
      $11, case when $11 then pg_current_snapshot() end,
      case when not $11 then 'switched_off' end, case when not $11 then now() end
    from team where count_webhooks(team.id) < ${mostWebhooks}
    returning *
  ),
  event as (${recordEvent({ type: 'webhook.created', subject: 'webhook', json: webhookJson, after: 'created' })})
  select ${webhookColumns('created')} from created`;

/** Makes an endpoint. Its secret is in this answer and never shown again. */
export async function createWebhook({ ctx, input }: Call): Promise<WebhookWithSecret> {
  const eventTypes = input.eventTypes ?? ['task.completed'];
  const mayTellAll = tellsAll(ctx.actor, eventTypes);
  await assertUrl(ctx, input.url);
  const id = newId();
  const { secret, sealed } = await newSecret(ctx, id);
  const { rows } = await ctx.db.pool.query<WebhookRow>(statement, [
    ...writer(ctx),
    id,
    input.url,
    input.description ?? null,
    eventTypes,
    mayTellAll,
    sealed,
    input.enabled ?? true,
  ]);
  if (!rows[0]) throw tooMany();
  return { ...toWebhook(rows[0]), secret };
}
