import { type UpdateWebhook, type Webhook, WebhookPatch } from '@crewboard/contracts';
import type { z } from 'zod';
import { AppError } from '../../errors.ts';
import { recordEvent, writer } from '../events/record-event.ts';
import { assertPatch, changedAt, currentRow, patched } from '../patch.ts';
import type { VerbContext } from '../verb-context.ts';
import { assertUrl } from './assert-url.ts';
import { findWebhook } from './find-webhook.ts';
import { keepFormerSubscription, subscribedSince } from './subscription.ts';
import { tellsAll } from './told-events.ts';
import { toWebhook, type WebhookRow, webhookColumns, webhookJson } from './webhook-row.ts';

type Call = { ctx: VerbContext; input: z.output<typeof UpdateWebhook> };

const url = patched('url', 'url');
const description = patched('description', 'description');
const enabled = patched('enabled', 'enabled', 'boolean');
const eventTypes = `case when $6::jsonb ? 'eventTypes'
  then array(select jsonb_array_elements_text($6::jsonb -> 'eventTypes')) else target.event_types end`;
/** Whoever names the types that it has asks for nothing new: what a key asked for stays what that key may read. */
const asksForOthers = `not ((${eventTypes}) @> target.event_types and (${eventTypes}) <@ target.event_types)`;
const isToldAll = `case when ${asksForOthers} then $7::boolean else target.tells_all end`;

/** An endpoint that is enabled again or moved begins anew: what failed before no longer counts. */
const isRevived = `((${enabled}) and not target.enabled or (${url}) <> target.url)`;

const statement = `
  with target as (
    select * from webhooks where id = $5 and team_id = $1 and deleted_at is null
      and ($2 = 'member' or not tells_all or not $6::jsonb ?| '{url,eventTypes}') for no key update
  ),
  updated as (
    update webhooks
    set url = ${url}, description = ${description}, event_types = ${eventTypes}, tells_all = ${isToldAll},
      enabled = ${enabled}, subscribed_since = ${subscribedSince(enabled, eventTypes, isToldAll)},
      disabled_reason = case when not (${enabled}) then coalesce(target.disabled_reason, 'switched_off') end,
      disabled_at = case when not (${enabled}) then coalesce(target.disabled_at, ${changedAt}) end,
      failures_in_row = case when ${isRevived} then 0 else target.failures_in_row end,
      failing_since = case when ${isRevived} then null else target.failing_since end,
      updated_at = ${changedAt}
    from target
    where webhooks.id = target.id
      and (${url}, ${description}, ${eventTypes}, ${isToldAll}, ${enabled}) is distinct from
        (target.url, target.description, target.event_types, target.tells_all, target.enabled)
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
  const mayTellAll = patch.eventTypes !== undefined && tellsAll(ctx.actor, patch.eventTypes);
  if (patch.url !== undefined) {
    await findWebhook(ctx, webhookId);
    await assertUrl(ctx, patch.url);
  }
  const { rows } = await ctx.db.pool.query<WebhookRow>(statement, [
    ...writer(ctx),
    webhookId,
    JSON.stringify(patch),
    mayTellAll,
  ]);
  if (!rows[0]) throw await whyNot({ ctx, input });
  return toWebhook(rows[0]);
}

/** It does not exist, or it tells of more than the caller may read: then only owners and admins say where to. */
async function whyNot({ ctx, input }: Call): Promise<AppError> {
  await findWebhook(ctx, input.webhookId);
  return new AppError(
    'FORBIDDEN',
    'url, eventTypes: this endpoint hears of members and API keys, so owners and admins change them, in the dashboard.',
  );
}
