import type { EventType } from '@crewboard/contracts';
import type { Expressions, Sql } from '@crewboard/db';
import { type EventActorParams, recordEvent } from '../events/record-event.ts';
import { webhookRow } from './webhook-row.ts';

type Rows = Pick<Parameters<typeof recordEvent>[0], 'before' | 'after' | 'changes'>;

/** SQL: inserts the event of a change of endpoints, in the statement of the change. See `recordEvent`. */
export const recordWebhookEvent = (
  actor: Expressions<EventActorParams>,
  type: Extract<EventType, `webhook.${string}`>,
  rows: Rows,
): Sql => recordEvent({ actor, type, subject: 'webhook', snapshot: webhookRow.snapshot, ...rows });
