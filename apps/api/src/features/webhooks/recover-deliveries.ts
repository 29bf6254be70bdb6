import { deliveryRetentionDays, type RecoverDeliveries, type WebhookRecovery } from '@crewboard/contracts';
import type { z } from 'zod';
import { recordEvent, writer } from '../events/record-event.ts';
import type { VerbContext } from '../verb-context.ts';
import { whyNotSent } from './find-webhook.ts';
import { webhookJson } from './webhook-row.ts';

type Call = { ctx: VerbContext; input: z.output<typeof RecoverDeliveries> };

/**
 * A wish that comes while another is worked off is worked off after it: whoever asks often never holds up the end, and
 * what failed since the other one passed it is tried again. It reaches back as far as the earlier of the two.
 */
const statement = `
  with target as (
    select * from webhooks where id = $5 and team_id = $1 and deleted_at is null and enabled
  ),
  recovery as (
    insert into webhook_recoveries (webhook_id, since) select id, $6::timestamptz from target
    on conflict (webhook_id) do update set again_until = excluded.until,
      since = least(excluded.since,
        greatest(webhook_recoveries.since, now() - interval '${deliveryRetentionDays} days'))
    returning since
  ),
  event as (${recordEvent({
    type: 'webhook.recovered',
    subject: 'webhook',
    json: webhookJson,
    after: 'target',
    changes: `jsonb_build_object('since', jsonb_build_object('before', null, 'after', $6::text))`,
  })})
  select since from recovery`;

/**
 * Sends again what did not arrive since a time: every event of the types that the endpoint asks for now, those included
 * that happened while it was disabled. What waits for its next attempt is tried at once. The log of the team is worked
 * off in the background.
 */
export async function recoverDeliveries({ ctx, input }: Call): Promise<WebhookRecovery> {
  const since = new Date(input.since).toISOString();
  const { rows } = await ctx.db.pool.query<{ since: Date }>(statement, [
    ...writer(ctx),
    input.webhookId,
    since,
  ]);
  if (!rows[0]) throw await whyNotSent(ctx, input.webhookId);
  return { webhookId: input.webhookId, since: rows[0].since.toISOString() };
}
