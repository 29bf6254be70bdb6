import { type Database, defineStatement, queryMany, sql } from '@crewboard/db';
import { disableWebhook, hasFailedFor } from '../../features/webhooks/disable-webhook.ts';
import type { RoundResult } from '../poll-loop.ts';

const statement = defineStatement<{ durationMs: number }, { id: string; teamId: string }>(
  ({ durationMs }) => sql`
  select id, team_id as "teamId" from webhooks
  where enabled and deleted_at is null and ${hasFailedFor(durationMs)}`,
);

/** Disables the endpoints all of whose attempts have failed for `durationMs`. */
export async function disableFailing(
  db: Database,
  durationMs: number,
  signal: AbortSignal,
): Promise<RoundResult> {
  for (const { id, teamId } of await queryMany(db.pool, statement, { durationMs })) {
    if (signal.aborted) break;
    await disableWebhook({ ctx: { db }, input: { webhookId: id, teamId, reason: 'failing', durationMs } });
  }
  return {};
}
