import { type ListWebhooks, mostWebhooks, type Webhook } from '@crewboard/contracts';
import { raw } from '@crewboard/db';
import type { z } from 'zod';
import { defineList, readListPage } from '../list-page.ts';
import type { VerbContext } from '../verb-context.ts';
import { toWebhook, type WebhookRow, webhookBytes, webhookColumns } from './webhook-row.ts';

type Call = { ctx: VerbContext; input: z.output<typeof ListWebhooks> };

const list = defineList<WebhookRow>({
  table: 'webhooks',
  columns: (row) => raw(webhookColumns(row)),
  bytes: (row) => raw(webhookBytes(row)),
  where: raw('deleted_at is null'),
});

/** A page of the team's endpoints, the oldest first. Without a limit it holds as many as a team may have. */
export async function listWebhooks({ ctx, input }: Call): Promise<Webhook[]> {
  const { limit = mostWebhooks, cursor } = input;
  const { rows, nextCursor } = await readListPage(ctx, list, { limit, cursor });
  if (nextCursor) ctx.answer.nextCursor = nextCursor;
  return rows.map(toWebhook);
}
