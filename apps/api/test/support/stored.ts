import type { Database } from '@crewboard/db';

/** What is stored, table by table. Left out are times of last use, and what delivering to an endpoint moves on. */
const tables = {
  teams: 'select * from teams',
  projects: 'select * from projects',
  members: 'select * from members',
  users: 'select * from users',
  sessions: `select to_jsonb(sessions) - 'last_active_at' from sessions`,
  agents: `select to_jsonb(agents) - 'last_active_at' from agents`,
  apiKeys: `select to_jsonb(api_keys) - 'last_used_at' from api_keys`,
  tasks: 'select * from tasks',
  comments: 'select * from comments',
  idempotencyKeys: 'select key_hash, stage, status from idempotency_keys',
  events: 'select id, type, subject_id from events',
  webhooks: `select to_jsonb(webhooks)
    - '{owner,owned_until,last_success_at,last_failure_at,failures_in_row,failing_since}'::text[] from webhooks`,
  subscriptions: 'select * from webhook_subscriptions',
  deliveries: 'select * from webhook_deliveries',
  recoveries: 'select webhook_id, since from webhook_recoveries',
};

export type Stored = Record<keyof typeof tables, string>;

// PostgreSQL adds up the hashes: thousands of comparisons would otherwise spend their time on reading the rows.
const summary = `select ${Object.entries(tables)
  .map(([name, rows]) => {
    const sum = 'count(*) || $$ rows, hash $$ || coalesce(sum(hashtextextended(stored::text, 0)), 0)';
    return `(select ${sum} from (${rows}) as stored) as "${name}"`;
  })
  .join(', ')}`;

/** Everything that is stored, short: equal when nothing has changed, otherwise the tables that have differ. */
export async function summarize({ pool }: Database): Promise<Stored> {
  const { rows } = await pool.query<Stored>(summary);
  if (!rows[0]) throw new Error('a row always comes back');
  return rows[0];
}

/** Everything that is stored, word by word. */
export async function dump({ pool }: Database): Promise<string> {
  const texts = Object.values(tables).map(async (rows) => {
    const result = await pool.query<{ text: string }>(`select stored::text as text from (${rows}) as stored`);
    return result.rows.map(({ text }) => text).join('\n');
  });
  return (await Promise.all(texts)).join('\n');
}
