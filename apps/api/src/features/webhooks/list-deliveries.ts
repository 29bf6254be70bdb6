import { DeliveryStatus, type ListDeliveries, type WebhookDelivery } from '@crewboard/contracts';
import type { z } from 'zod';
import { AppError } from '../../errors.ts';
import type { VerbContext } from '../verb-context.ts';
import { type DeliveryRow, deliveryColumns, toDelivery } from './delivery-row.ts';
import { findWebhook } from './find-webhook.ts';
import { mayReadAll, typeSharedWithKeys } from './told-events.ts';

type Input = z.output<typeof ListDeliveries>;
type Call = { ctx: VerbContext; input: Input };

/** $1 endpoint, $2 most rows, $3 type, $4 cursor, $5 whether the caller may read of everything. Without a status, the three are merged in their order. */
export function listStatement({ status, type, cursor }: Input): string {
  const filters = [
    'webhook_id = $1',
    type ? 'event_type = $3' : '$3::text is null',
    `($5::boolean or ${typeSharedWithKeys('event_type')})`,
    cursor === undefined
      ? '$4::text is null'
      : '(created_at, id) < (select created_at, id from webhook_deliveries where id = $4 and webhook_id = $1)',
  ].join(' and ');
  const branch = (each: string) => `(
    select * from webhook_deliveries where status = '${each}' and ${filters}
    order by created_at desc, id desc limit $2)`;
  const statuses = status ? [status] : DeliveryStatus.options;
  return `select ${deliveryColumns('page')} from (${statuses.map(branch).join(' union all ')}) as page
    order by created_at desc, id desc limit $2`;
}

async function assertCursor({ ctx, input }: Call): Promise<void> {
  const { rowCount } = await ctx.db.reads.query(
    'select from webhook_deliveries where id = $1 and webhook_id = $2',
    [input.cursor, input.webhookId],
  );
  if (!rowCount) {
    throw new AppError('INVALID_CURSOR', 'The cursor is not the id of a delivery of this endpoint.');
  }
}

/** What was sent to an endpoint and what is on its way, the newest first. */
export async function listDeliveries({ ctx, input }: Call): Promise<WebhookDelivery[]> {
  await findWebhook(ctx, input.webhookId);
  const { rows } = await ctx.db.reads.query<DeliveryRow>(listStatement(input), [
    input.webhookId,
    input.limit + 1,
    input.type,
    input.cursor,
    mayReadAll(ctx.actor),
  ]);
  if (rows.length === 0 && input.cursor !== undefined) await assertCursor({ ctx, input });
  const page = rows.slice(0, input.limit);
  if (rows.length > input.limit) ctx.answer.nextCursor = page.at(-1)?.id;
  return page.map(toDelivery);
}
