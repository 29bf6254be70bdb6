import type { Webhook } from '@crewboard/contracts';
import { defineStatement, queryOne, sql } from '@crewboard/db';
import { AppError, notFound } from '../../errors.ts';
import type { VerbContext } from '../verb-context.ts';
import { toWebhook, type WebhookRow, webhookRow } from './webhook-row.ts';

const statement = defineStatement<{ webhookId: string; teamId: string }, WebhookRow>(
  ({ webhookId, teamId }) => sql`
  select ${webhookRow.columns('webhooks')} from webhooks
  where id = ${webhookId} and team_id = ${teamId} and deleted_at is null`,
);

/** The endpoint of the caller's team. Throws NOT_FOUND. */
export async function findWebhook(ctx: VerbContext, webhookId: string): Promise<Webhook> {
  const row = await queryOne(ctx.db, statement, { webhookId, teamId: ctx.actor.teamId });
  if (!row) throw notFound();
  return toWebhook(row);
}

/** Why nothing could be sent to an endpoint: WEBHOOK_DISABLED, or NOT_FOUND for the endpoint or its delivery. */
export async function reasonNotSent(ctx: VerbContext, webhookId: string): Promise<AppError> {
  const { enabled } = await findWebhook(ctx, webhookId);
  if (enabled) return notFound();
  return new AppError(
    'WEBHOOK_DISABLED',
    `The endpoint ${webhookId} is disabled. Enable it first. Its pending deliveries are then sent.`,
  );
}
