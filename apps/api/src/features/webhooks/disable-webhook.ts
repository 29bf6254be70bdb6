import {
  type Database,
  defineStatement,
  type Expression,
  type Expressions,
  queryOne,
  type Sql,
  sql,
} from '@crewboard/db';
import { type EventActorParams, eventActorParams, systemWriter } from '../events/record-event.ts';
import { changedAt } from './change-sql.ts';
import { endpointForUpdate, lockEndpoint } from './find-webhook.ts';
import { keepFormerSubscription } from './subscription-history.ts';
import { recordWebhookEvent } from './webhook-row.ts';

/** Why the service itself disables an endpoint, and the condition that must still be true. */
type Reason =
  /** The receiver at this URL responded with 410. */
  | { reason: 'gone'; url: string }
  /** All attempts of this duration failed. */
  | { reason: 'failing'; durationMs: number };

type Call = { ctx: { db: Database }; input: { webhookId: string; teamId: string } & Reason };
type Params = EventActorParams & { webhookId: string; reason: string };

const disable = (p: Expressions<Params>, condition: Sql) => sql`
  with ${lockEndpoint(p)},
  target as (${endpointForUpdate(p, sql`enabled and ${condition}`)}),
  disabled as (
    update webhooks set enabled = false, disabled_reason = ${p.reason}, disabled_at = now(), subscribed_since = null,
      updated_at = ${changedAt('target')}
    from target where webhooks.id = target.id
    returning webhooks.*
  ),
  former as (${keepFormerSubscription('target', 'disabled')}),
  event as (${recordWebhookEvent(p, 'webhook.disabled', { before: 'target', after: 'disabled' })})
  select id from disabled`;

/**
 * SQL: whether all attempts of this duration failed. The worker finds such endpoints by it, and the statement that
 * disables one checks it again. Compares the last failure with the first: time without attempts does not count.
 */
export const hasFailedFor = (durationMs: Expression): Sql =>
  sql`last_failure_at >= failing_since + ${durationMs}::bigint * interval '1 millisecond'`;

const disableAfterGone = defineStatement<Params & { url: string }, { id: string }>((p) =>
  disable(p, sql`url = ${p.url}`),
);
const disableAfterFailures = defineStatement<Params & { durationMs: number }, { id: string }>((p) =>
  disable(p, hasFailedFor(p.durationMs)),
);

/**
 * Disables an endpoint in the name of the service, unless it is already disabled or the reason no longer applies.
 * People and API keys use `updateWebhook`.
 */
export async function disableWebhook({ ctx, input }: Call): Promise<void> {
  const { teamId } = input;
  const actor = eventActorParams(systemWriter(teamId));
  if (input.reason === 'gone') await queryOne(ctx.db, disableAfterGone, { ...actor, ...input });
  else await queryOne(ctx.db, disableAfterFailures, { ...actor, ...input });
}
