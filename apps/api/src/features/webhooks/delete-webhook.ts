import type { WebhookTarget } from '@crewboard/contracts';
import type { z } from 'zod';
import { notFound } from '../../errors.ts';
import { recordEvent, writer } from '../events/record-event.ts';
import type { VerbContext } from '../verb-context.ts';
import { webhookJson } from './webhook-row.ts';

type Call = { ctx: VerbContext; input: z.output<typeof WebhookTarget> };

const statement = `
  with deleted as (
    update webhooks set deleted_at = now()
    where id = $5 and team_id = $1 and deleted_at is null
    returning *
  ),
  event as (${recordEvent({ type: 'webhook.deleted', subject: 'webhook', json: webhookJson, after: 'deleted' })})
  select from deleted`;

/** Ends an endpoint with all that is on its way to it. Its rows are cleared away in the background. */
export async function deleteWebhook({ ctx, input }: Call): Promise<void> {
  const { rowCount } = await ctx.db.pool.query(statement, [...writer(ctx), input.webhookId]);
  if (!rowCount) throw notFound();
}
