import { type ListWebhooks, maxWebhooks, type Webhook } from '@crewboard/contracts';
import { raw } from '@crewboard/db';
import { defineList, readListPage } from '../list-page.ts';
import type { Call } from '../verb-context.ts';
import { toWebhook, type WebhookRow, webhookRow } from './webhook-row.ts';

const list = defineList<WebhookRow>({
  table: 'webhooks',
  columns: webhookRow.columns,
  bytes: webhookRow.bytes,
  where: raw('deleted_at is null'),
});

/**
 * A page of the endpoints of the team, the oldest first. Without a limit it has all: a team has at most `maxWebhooks`.
 */
export async function listWebhooks({ ctx, input }: Call<typeof ListWebhooks>): Promise<Webhook[]> {
  const { limit = maxWebhooks, cursor } = input;
  const { rows } = await readListPage(ctx, list, { limit, cursor });
  return rows.map(toWebhook);
}
