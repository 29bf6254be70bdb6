import { type UpdateWebhook, type Webhook, WebhookPatch } from '@crewboard/contracts';
import type { z } from 'zod';
import { notFound } from '../../errors.ts';
import type { VerbContext } from '../../trpc/context.ts';
import { recordEvent, writer } from '../events/record-event.ts';
import { assertPatch, changedAt, currentRow, patched } from '../patch.ts';
import { assertUrl } from './assert-url.ts';
import { keepFormerSubscription, subscribedSince } from './subscription.ts';
import { toWebhook, type WebhookRow, webhookColumns, webhookJson } from './webhook-row.ts';

type Call = { ctx: VerbContext; input: z.output<typeof UpdateWebhook> };

const url = patched('url', 'url');
const description = patched('description', 'description');
const enabled = patched('enabled', 'enabled', 'boolean');
const eventTypes = `case when $6::jsonb ? 'eventTypes'
  then array(select jsonb_array_elements_text($6::jsonb -> 'eventTypes')) else target.event_types end`;

/** Enabling begins anew: what failed before no longer counts. */
const isRevived = `(${enabled}) and not target.enabled`;

const statement = `
  with target as (
    select * from webhooks where id = $5 and team_id = $1 and deleted_at is null for no key update
  ),
  updated as (
    update webhooks
    set url = ${url}, description = ${description}, event_types = ${eventTypes}, enabled = ${enabled},
      subscribed_since = ${subscribedSince(enabled, eventTypes)},
      disabled_reason = case when not (${enabled}) then coalesce(target.disabled_reason, 'switched_off') end,
      disabled_at = case when not (${enabled}) then coalesce(target.disabled_at, ${changedAt}) end,
      failures_in_row = case when ${isRevived} then 0 else target.failures_in_row end,
      failing_since = case when ${isRevived} then null else target.failing_since end,
      updated_at = ${changedAt}
    from target
    where webhooks.id = target.id
      and (${url}, ${description}, ${eventTypes}, ${enabled})
        is distinct from (target.url, target.description, target.event_types, target.enabled)
    returning webhooks.*
  ),
  former as (${keepFormerSubscription('target', 'updated')}),
  event as (${recordEvent({
    type: 'webhook.updated',
    subject: 'webhook',
    json: webhookJson,
    before: 'target',
    after: 'updated',
  })})
  select ${webhookColumns('webhook')}
  from target, ${currentRow('updated', 'webhook')}`;

/** Writes the given fields. What changes nothing keeps `updatedAt` and writes no event. */
export async function updateWebhook({ ctx, input }: Call): Promise<Webhook> {
  const { webhookId, ...patch } = input;
  assertPatch(patch, WebhookPatch);
  if (patch.url !== undefined) await assertUrl(ctx, patch.url);
  const { rows } = await ctx.db.pool.query<WebhookRow>(statement, [
    ...writer(ctx),
    webhookId,
    JSON.stringify(patch),
  ]);
  if (!rows[0]) throw notFound();
  return toWebhook(rows[0]);
}
