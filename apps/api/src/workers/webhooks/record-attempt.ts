import { type Database, defineStatement, type Expression, queryMany, raw, sql } from '@crewboard/db';
import { jsonTime } from '../../features/define-row.ts';
import { failureOf, isSuccess, isUnsubscribed, type Sent } from './send-delivery.ts';
import type { DueDelivery } from './take-deliveries.ts';
import { type DeliveryTiming, drawRetryDelays, retryAfterDelay } from './timing.ts';

/** A delivery keeps so many of its attempts, the newest: `attempts - 0` is without the oldest. */
const maxKeptAttempts = raw('100');
/** A success is written to an endpoint without failures at most this often: all its deliveries share that row. */
const minSuccessInterval = sql`interval '1 second'`;

type AttemptParams = {
  deliveryId: string;
  attemptId: string;
  /** JSON of the request: { url, headers }. */
  request: string;
  /** JSON of the response: { statusCode, body }; null without a response. */
  response: string | null;
  statusCode: number | null;
  error: string | null;
  latencyMs: number;
  /** How long ago the attempt began: the database dates it by its own clock. */
  ageMs: number;
  isSuccess: boolean;
  /** Whether the receiver wants no more deliveries. */
  isUnsubscribed: boolean;
  /** The delay after each failed attempt, and the minimum that the receiver requested. */
  retryDelaysMs: number[];
  minDelayMs: number;
};
type Params = Record<keyof AttemptParams, Expression>;

/** False for an attempt at a previous URL, which says nothing about the endpoint. */
const isCurrentUrl = ({ request }: Params) => sql`webhooks.url = ${request}::jsonb ->> 'url'`;

const attempt = ({ statusCode, error, latencyMs }: Params) => sql`jsonb_build_object(
  'at', ${jsonTime(sql`target.started_at`)},
  'statusCode', ${statusCode}::int, 'error', ${error}::text, 'latencyMs', ${latencyMs}::int)`;

/**
 * The delay before the next attempt; null if there is none, also after a success that another process recorded.
 */
const nextDelay = (params: Params) => sql`
  case when not ${params.isSuccess}::boolean and delivery.status = 'pending'
    and not (${params.isUnsubscribed}::boolean and ${isCurrentUrl(params)})
    and failed_attempts < cardinality(${params.retryDelaysMs}::bigint[])
  then greatest((${params.retryDelaysMs}::bigint[])[failed_attempts + 1], ${params.minDelayMs}::bigint) end`;

/**
 * No row if the attempt is already recorded: the first response of the database was lost, and the write is repeated.
 */
const target = (params: Params) => sql`
  select delivery.*, ${nextDelay(params)} as next_delay_ms,
    clock_timestamp() - ${params.ageMs}::int * interval '1 millisecond' as started_at
  from webhook_deliveries delivery join webhooks on webhooks.id = delivery.webhook_id
  where delivery.id = ${params.deliveryId} and last_attempt_id is distinct from ${params.attemptId}
  for no key update of delivery`;

const recorded = (params: Params) => sql`
  update webhook_deliveries delivery set
    status = case when ${params.isSuccess}::boolean then 'succeeded' when next_delay_ms is not null then 'pending'
      when target.status = 'pending' then 'failed' else target.status end::delivery_status,
    next_attempt_at = clock_timestamp() + next_delay_ms * interval '1 millisecond',
    failed_attempts = case when ${params.isSuccess}::boolean then 0 else target.failed_attempts + 1 end,
    attempts = case when jsonb_array_length(target.attempts) >= ${maxKeptAttempts} then target.attempts - 0
      else target.attempts end || ${attempt(params)},
    request = ${params.request}::jsonb, response = ${params.response}::jsonb, last_attempt_id = ${params.attemptId}
  from target where delivery.id = target.id
  returning delivery.webhook_id`;

const healthAfterSuccess = (params: Params) => sql`
  update webhooks set last_success_at = now(), failures_in_row = 0, failing_since = null
  from recorded where ${params.isSuccess}::boolean and webhooks.id = recorded.webhook_id and ${isCurrentUrl(params)}
    and (failures_in_row > 0 or last_success_at is null or last_success_at < now() - ${minSuccessInterval})`;

const healthAfterFailure = (params: Params) => sql`
  update webhooks set last_failure_at = now(), failures_in_row = failures_in_row + 1,
    failing_since = coalesce(failing_since, now())
  from recorded where not ${params.isSuccess}::boolean and webhooks.id = recorded.webhook_id and ${isCurrentUrl(params)}`;

const statement = defineStatement<AttemptParams, object>(
  (params) => sql`
  with target as (${target(params)}),
  recorded as (${recorded(params)}),
  healthy as (${healthAfterSuccess(params)})
  ${healthAfterFailure(params)}`,
);

/**
 * Records an attempt, the health of its endpoint, and when the next attempt is due, in one statement. Before an attempt
 * with the status 410 is recorded, `DeliverySender` disables the webhook.
 */
export async function recordAttempt(
  db: Database,
  timing: DeliveryTiming,
  delivery: DueDelivery,
  { id, startedAt, headers, outcome }: Sent,
): Promise<void> {
  const { statusCode, latencyMs } = outcome;
  const hasResponse = outcome.error === null;
  await queryMany(db.pool, statement, {
    deliveryId: delivery.id,
    attemptId: id,
    request: JSON.stringify({ url: delivery.url, headers }),
    response: hasResponse ? JSON.stringify({ statusCode, body: outcome.body }) : null,
    statusCode,
    error: failureOf(outcome),
    latencyMs,
    ageMs: Math.round(performance.now() - startedAt),
    isSuccess: isSuccess(outcome),
    isUnsubscribed: isUnsubscribed(outcome),
    retryDelaysMs: drawRetryDelays(timing),
    minDelayMs: retryAfterDelay(timing, hasResponse ? outcome.retryAfterSeconds : undefined),
  });
}
