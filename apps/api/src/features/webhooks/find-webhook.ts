import type { Webhook } from '@crewboard/contracts';
import { AppError, notFound } from '../../errors.ts';
import type { VerbContext } from '../verb-context.ts';
import { toWebhook, type WebhookRow, webhookColumns } from './webhook-row.ts';

const statement = `
  select ${webhookColumns('webhooks')} from webhooks where id = $1 and team_id = $2 and deleted_at is null`;

/** The endpoint, of the caller's team, or NOT_FOUND. */
export async function findWebhook(ctx: VerbContext, webhookId: string): Promise<Webhook> {
  const { rows } = await ctx.db.pool.query<WebhookRow>(statement, [webhookId, ctx.actor.teamId]);
  if (!rows[0]) throw notFound();
  return toWebhook(rows[0]);
}

/** Why nothing could be sent: there is no such endpoint, or it is disabled. */
export async function whyNotSent(ctx: VerbContext, webhookId: string): Promise<AppError> {
  const { enabled } = await findWebhook(ctx, webhookId);
  if (enabled) return notFound();
  return new AppError(
    'WEBHOOK_DISABLED',
    `The endpoint ${webhookId} is disabled: enable it first, then what is pending is sent as well.`,
  );
}
