import { type UpdateWebhook, type Webhook, WebhookPatch } from '@crewboard/contracts';
import { defineStatement, type Expression, type Expressions, queryOne, sql } from '@crewboard/db';
import { AppError } from '../../errors.ts';
import { assertPatch } from '../assert-patch.ts';
import { type EventActorParams, eventActorParams } from '../events/record-event.ts';
import type { Call, VerbContext } from '../verb-context.ts';
import { assertUrl } from './assert-url.ts';
import { changedAt, currentRow, patched } from './change-sql.ts';
import { canReadConfidential, includesConfidential } from './event-visibility.ts';
import { endpointForUpdate, findWebhook, lockEndpoint } from './find-webhook.ts';
import { keepFormerSubscription, subscribedSince } from './subscription-history.ts';
import { recordWebhookEvent, toWebhook, type WebhookRow, webhookRow } from './webhook-row.ts';

type Params = EventActorParams & {
  webhookId: string;
  patch: string;
  /** Whether the given event types include confidential events. */
  includesConfidential: boolean;
  canReadConfidential: boolean;
};
type Names = Expressions<Params>;

/** Only actors who can read confidential events may change the URL and the types of an endpoint that gets them. */
const mayChange = (p: Names) => sql`
  (${p.canReadConfidential}::boolean or not includes_confidential or not ${p.patch}::jsonb ?| '{url,eventTypes}')`;

const eventTypes = (patch: Expression) => sql`
  case when ${patch}::jsonb ? 'eventTypes' then array(select jsonb_array_elements_text(${patch}::jsonb -> 'eventTypes'))
    else target.event_types end`;

const patchedFields = ({ patch }: Names) => sql`
  select target.id, ${patched(patch, 'url')} as url, ${patched(patch, 'description')} as description,
    ${patched(patch, 'enabled', 'boolean')} as enabled, ${eventTypes(patch)} as event_types
  from target`;

/**
 * Keeps `includes_confidential` if the types only change their order: an admin who saves the subscription of an API key
 * as it is does not widen it.
 */
const next = (p: Names) => sql`
  select patched.*,
    case when patched.event_types @> target.event_types and patched.event_types <@ target.event_types
      then target.includes_confidential else ${p.includesConfidential}::boolean end as includes_confidential,
    patched.enabled and not target.enabled or patched.url <> target.url as is_revived
  from target join patched using (id)`;

/** Resets the failures of an endpoint that is enabled again or has a new URL. */
const updated = sql`
  update webhooks
  set url = next.url, description = next.description, event_types = next.event_types, includes_confidential = next.includes_confidential,
    enabled = next.enabled, subscribed_since = ${subscribedSince('target', 'next')},
    disabled_reason = case when not next.enabled then coalesce(target.disabled_reason, 'switched_off') end,
    disabled_at = case when not next.enabled then coalesce(target.disabled_at, ${changedAt('target')}) end,
    failures_in_row = case when next.is_revived then 0 else target.failures_in_row end,
    failing_since = case when not next.is_revived then target.failing_since end,
    updated_at = ${changedAt('target')}
  from target join next using (id)
  where webhooks.id = target.id
    and (next.url, next.description, next.event_types, next.includes_confidential, next.enabled) is distinct from
      (target.url, target.description, target.event_types, target.includes_confidential, target.enabled)
  returning webhooks.*`;

const statement = defineStatement<Params, WebhookRow>(
  (p) => sql`
  with ${lockEndpoint(p)},
  target as (${endpointForUpdate(p, mayChange(p))}),
  patched as (${patchedFields(p)}),
  next as (${next(p)}),
  updated as (${updated}),
  former as (${keepFormerSubscription('target', 'updated')}),
  event as (${recordWebhookEvent(p, 'webhook.updated', { before: 'target', after: 'updated' })})
  select ${webhookRow.columns('webhook')} from target, ${currentRow('updated', 'webhook')}`,
);

/**
 * Writes the given fields. A patch without a difference keeps `updatedAt` and writes no event. Throws VALIDATION_ERROR,
 * NOT_FOUND and FORBIDDEN.
 */
export async function updateWebhook({ ctx, input }: Call<typeof UpdateWebhook>): Promise<Webhook> {
  const { webhookId, ...patch } = input;
  assertPatch(patch, WebhookPatch);
  const isConfidential = patch.eventTypes !== undefined && includesConfidential(ctx.actor, patch.eventTypes);
  if (patch.url !== undefined) {
    await findWebhook(ctx, webhookId);
    await assertUrl(ctx, patch.url);
  }
  const row = await queryOne(ctx.db, statement, {
    ...eventActorParams(ctx),
    webhookId,
    patch: JSON.stringify(patch),
    includesConfidential: isConfidential,
    canReadConfidential: canReadConfidential(ctx.actor),
  });
  if (!row) throw await reasonNotUpdated(ctx, webhookId);
  return toWebhook(row);
}

/** NOT_FOUND, or FORBIDDEN if the endpoint gets events that the caller cannot read. */
async function reasonNotUpdated(ctx: VerbContext, webhookId: string): Promise<AppError> {
  await findWebhook(ctx, webhookId);
  return new AppError(
    'FORBIDDEN',
    'url, eventTypes: this endpoint gets events about members and API keys. Ask an owner or admin to change it in the dashboard.',
  );
}
