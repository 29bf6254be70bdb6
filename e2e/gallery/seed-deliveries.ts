import type { Database } from '@crewboard/db';
import project from '../../package.json' with { type: 'json' };

type Attempt = [minutesAgo: number, statusCode: number | null, error: string | null, latencyMs: number];

interface Sample {
  type: string;
  status: 'pending' | 'succeeded' | 'failed';
  attempts: Attempt[];
  /** In minutes from now. */
  next?: number;
  response?: { statusCode: number; body: string };
}

const OK = { statusCode: 200, body: '{"received":true}' };
const BUSY = {
  statusCode: 503,
  body: '{"error":"busy","message":"The queue is full. Try again in a few minutes."}',
};
const BROKEN = {
  statusCode: 500,
  body: '<!doctype html>\n<title>Internal Server Error</title>\n<h1>Something broke</h1>',
};
const REFUSED = 'The connection was refused.';
const respondedWith = (code: number) => `The receiver responded with ${code}.`;

const SAMPLES: Sample[] = [
  { type: 'task.completed', status: 'succeeded', attempts: [[4, 200, null, 84]], response: OK },
  {
    type: 'task.claimed',
    status: 'pending',
    attempts: [[6, 503, respondedWith(503), 1_204]],
    next: 4.5,
    response: BUSY,
  },
  {
    type: 'task.completed',
    status: 'pending',
    attempts: [
      [65, null, REFUSED, 12],
      [64, null, REFUSED, 9],
      [58, null, 'The host name could not be resolved.', 31],
      [26, null, 'No response came within 15 seconds.', 15_003],
    ],
    next: 97,
  },
  {
    type: 'task.created',
    status: 'succeeded',
    attempts: [[70, 204, null, 61]],
    response: { statusCode: 204, body: '' },
  },
  { type: 'agent.created', status: 'succeeded', attempts: [[95, 200, null, 143]], response: OK },
  { type: 'project.created', status: 'succeeded', attempts: [[4_300, 200, null, 92]], response: OK },
  {
    type: 'task.moved',
    status: 'succeeded',
    attempts: [
      [4_400, 503, respondedWith(503), 1_120],
      [4_399, 200, null, 97],
    ],
    response: OK,
  },
  {
    type: 'task.completed',
    status: 'failed',
    attempts: [
      [9_000, 500, respondedWith(500), 233],
      [8_999, 500, respondedWith(500), 240],
      [8_994, 500, respondedWith(500), 198],
      [8_960, 500, respondedWith(500), 251],
      [8_830, 500, respondedWith(500), 222],
      [8_500, 302, 'The receiver responded with 302: redirects are not followed.', 87],
      [7_800, 500, respondedWith(500), 230],
      [6_900, null, 'The certificate is not valid: it has expired.', 44],
      [5_600, 500, respondedWith(500), 241],
      [4_100, 500, respondedWith(500), 219],
    ],
    response: BROKEN,
  },
];

/** Inserts a delivery of an existing event, with attempts over several days. */
const INSERT = `
  insert into webhook_deliveries
    (id, webhook_id, event_xid, event_id, event_type, actor_name, status, failed_attempts, attempts, next_attempt_at,
     request, response, created_at)
  select $2, webhook.id, event.xid, event.id, event.type, 'Ada Moreno', $3, jsonb_array_length($4::jsonb), attempts,
    now() + $5 * interval '1 minute',
    jsonb_build_object('url', webhook.url, 'headers', jsonb_build_object(
      'content-type', 'application/json', 'user-agent', 'Crewboard/${project.version}', 'webhook-id', $2::text,
      'webhook-timestamp', '1795286400',
      'webhook-signature', 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=')),
    $6, (attempts -> 0 ->> 'at')::timestamptz
  from webhooks webhook,
    lateral (
      select jsonb_agg(jsonb_build_object(
        'at', to_char(now() - (each ->> 0)::int * interval '1 minute', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'statusCode', each -> 1, 'error', each -> 2, 'latencyMs', each -> 3)) as attempts
      from jsonb_array_elements($4::jsonb) each
    ) failed_attempts,
    lateral (
      select * from events where team_id = webhook.team_id and type = $7 and not exists (
        select from webhook_deliveries other where other.webhook_id = webhook.id and other.event_id = events.id)
      order by xid desc, id desc limit 1
    ) event
  where webhook.id = $1`;

/**
 * Fills the log of an endpoint with deliveries of every kind; returns one that waits for its next attempt. Pending
 * deliveries stay pending: the endpoint is leased to an owner that sends nothing.
 */
export async function seedDeliveries(db: Database, webhookId: string): Promise<{ id: string }> {
  await db.pool.query(
    `update webhooks set owner = 'nobody', owned_until = now() + interval '1 day' where id = $1`,
    [webhookId],
  );
  for (const [index, { type, status, attempts, next, response }] of SAMPLES.entries()) {
    await db.pool.query(INSERT, [
      webhookId,
      `${webhookId}-${index}`,
      status,
      JSON.stringify(attempts),
      next ?? null,
      response ? JSON.stringify(response) : null,
      type,
    ]);
  }
  return { id: `${webhookId}-1` };
}
