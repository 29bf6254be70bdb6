import type { Database } from '@crewboard/db';
import { jsonTime } from '../../features/events/record-event.ts';
import { restAskedFor, retryDelays } from './backoff.ts';
import { failureOf, isSuccess, type Sent, isGone as saysGone } from './send-delivery.ts';
import type { DueDelivery } from './take-deliveries.ts';
import type { DeliveryTiming } from './timing.ts';

const attemptsKept = 100;

/** Not more often than this is a success written to an endpoint that has no failures: it has one row for all. */
const successesEvery = `interval '1 second'`;

/** What came from another URL than that of now says nothing about the endpoint: one that was moved begins anew. */
const isOfNow = `webhooks.url = $9::jsonb ->> 'url'`;
const isGone = `($3::boolean and exists (select from webhooks where webhooks.id = target.webhook_id and ${isOfNow}))`;

const goesOn = `not $2::boolean and target.status = 'pending' and not ${isGone}
  and ($4::bigint[])[target.tries + 1] is not null`;

/**
 * $1 delivery, $2 success, $3 whether the receiver wants no more, $4 delay after each failed attempt in ms, $5 least delay in ms, $6
 * status code, $7 error, $8 latency in ms, $9 request, $10 response, $11 attempt, $12 its age in ms. A failure that comes
 * late, after a success of another process, does not undo it. Whoever had no answer writes again: once is enough.
 */
const statement = `
  with target as (select * from webhook_deliveries where id = $1 for no key update),
  recorded as (
    update webhook_deliveries delivery set
      status = case when $2 then 'succeeded' when ${goesOn} then 'pending'
        when target.status = 'pending' then 'failed' else target.status end::delivery_status,
      next_attempt_at = case when ${goesOn} then clock_timestamp()
        + greatest(($4::bigint[])[target.tries + 1], $5::bigint) * interval '1 millisecond' end,
      tries = case when $2 then 0 else target.tries + 1 end,
      attempts = case when jsonb_array_length(target.attempts) >= ${attemptsKept}
          then target.attempts - 0 else target.attempts end
        || jsonb_build_object(
          'at', ${jsonTime(`(clock_timestamp() - $12::int * interval '1 millisecond')`)},
          'statusCode', $6::int, 'error', $7::text, 'latencyMs', $8::int),
      request = $9::jsonb, response = $10::jsonb, last_attempt_id = $11
    from target where delivery.id = target.id and target.last_attempt_id is distinct from $11
    returning delivery.webhook_id
  ),
  healthy as (
    update webhooks set last_success_at = now(), failures_in_row = 0, failing_since = null
    from recorded where $2 and webhooks.id = recorded.webhook_id and ${isOfNow}
      and (failures_in_row > 0 or last_success_at is null or last_success_at < now() - ${successesEvery})
  )
  update webhooks set last_failure_at = now(), failures_in_row = failures_in_row + 1,
    failing_since = coalesce(failing_since, now())
  from recorded where not $2 and webhooks.id = recorded.webhook_id and ${isOfNow}`;

/** Writes down what came of an attempt, and when the next one is due: one statement, the only write of an attempt. */
export async function recordAttempt(
  db: Database,
  timing: DeliveryTiming,
  delivery: DueDelivery,
  { id, startedAt, headers, outcome }: Sent,
): Promise<void> {
  const { statusCode, latencyMs } = outcome;
  const asked = outcome.error === null ? outcome.retryAfterSeconds : undefined;
  const response = outcome.error === null ? JSON.stringify({ statusCode, body: outcome.body }) : null;
  await db.pool.query({
    name: 'record-attempt',
    text: statement,
    values: [
      delivery.id,
      isSuccess(outcome),
      saysGone(outcome),
      retryDelays(timing),
      restAskedFor(timing, asked),
      statusCode,
      failureOf(outcome),
      latencyMs,
      JSON.stringify({ url: delivery.url, headers }),
      response,
      id,
      Math.round(performance.now() - startedAt),
    ],
  });
}
