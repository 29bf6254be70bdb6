import type { Database } from '@crewboard/db';
import { disableWebhook, failedFor } from '../../features/webhooks/disable-webhook.ts';

const statement = `
  select id, team_id as "teamId" from webhooks
  where enabled and deleted_at is null and ${failedFor('$1')}`;

/** Disables the endpoints of which every attempt failed for this long (ms). */
export async function disableFailing(db: Database, forMs: number): Promise<number> {
  const { rows } = await db.pool.query<{ id: string; teamId: string }>(statement, [forMs]);
  let disabled = 0;
  for (const { id, teamId } of rows) {
    const input = { webhookId: id, teamId, reason: 'failing' as const, forMs };
    if (await disableWebhook({ ctx: { db }, input })) disabled += 1;
  }
  return disabled;
}
