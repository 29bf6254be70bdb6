import type { Webhook, WebhookTarget } from '@crewboard/contracts';
import { defineStatement, type Expression, queryOne, raw, type Sql, sql } from '@crewboard/db';
import { AppError, notFound } from '../../errors.ts';
import { acquireLock, lockSubject } from '../events/lock-subject.ts';
import type { Call, VerbContext } from '../verb-context.ts';
import { toWebhook, type WebhookRow, webhookRow } from './webhook-row.ts';

type Endpoint = { webhookId: Expression; teamId: Expression };

/** SQL: whether a row of `webhooks` is this endpoint of the team and is not deleted. */
const isEndpointOf = (p: Endpoint): Sql =>
  sql`id = ${p.webhookId} and team_id = ${p.teamId} and deleted_at is null`;

/**
 * SQL: the CTE in which the writers of an endpoint queue, for the order of their events: `endpointForUpdate` runs it.
 */
export const lockEndpoint = ({ webhookId, teamId }: Endpoint): Sql =>
  lockSubject('webhooks', { id: webhookId, teamId });

/**
 * SQL: the row of this endpoint, locked as it is after the writers before: their events come first in the log. The
 * condition must also be true in the snapshot of the statement, which is older than writers that it has waited for.
 */
export const endpointForUpdate = (p: Endpoint, condition = sql`true`): Sql => sql`
  select * from webhooks where ${isEndpointOf(p)} and ${condition} and ${acquireLock}
  for no key update`;

/**
 * SQL: the locked row, if it is enabled now. Not a condition of `endpointForUpdate`, for which an endpoint that a writer
 * before has just enabled would not be.
 */
export const selectIfEnabled = (locked: string): Sql => raw(`select * from ${locked} where enabled`);

const statement = defineStatement<{ webhookId: string; teamId: string }, WebhookRow>(
  (p) => sql`select ${webhookRow.columns('webhooks')} from webhooks where ${isEndpointOf(p)}`,
);

/** The endpoint of the caller's team. Throws NOT_FOUND. */
export async function findWebhook(ctx: VerbContext, webhookId: string): Promise<Webhook> {
  const row = await queryOne(ctx.db, statement, { webhookId, teamId: ctx.actor.teamId });
  if (!row) throw notFound();
  return toWebhook(row);
}

export const getWebhook = ({ ctx, input }: Call<typeof WebhookTarget>): Promise<Webhook> =>
  findWebhook(ctx, input.webhookId);

/**
 * The error for a statement that found no enabled endpoint to send to: WEBHOOK_DISABLED, or NOT_FOUND for the endpoint
 * or its delivery.
 */
export async function notSentError(ctx: VerbContext, webhookId: string): Promise<AppError> {
  const { enabled } = await findWebhook(ctx, webhookId);
  if (enabled) return notFound();
  return new AppError(
    'WEBHOOK_DISABLED',
    `The endpoint ${webhookId} is disabled. Enable it first. Its pending deliveries are then sent.`,
  );
}
