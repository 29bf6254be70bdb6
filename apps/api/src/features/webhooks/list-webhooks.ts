import type { Webhook } from '@crewboard/contracts';
import type { VerbContext } from '../../trpc/context.ts';
import { toWebhook, type WebhookRow, webhookColumns } from './webhook-row.ts';

const statement = `
  select ${webhookColumns('webhooks')} from webhooks
  where team_id = $1 and deleted_at is null order by created_at, id`;

/** All endpoints of the team, the oldest first. */
export async function listWebhooks({ ctx }: { ctx: VerbContext }): Promise<Webhook[]> {
  const { rows } = await ctx.db.reads.query<WebhookRow>(statement, [ctx.actor.teamId]);
  return rows.map(toWebhook);
}
