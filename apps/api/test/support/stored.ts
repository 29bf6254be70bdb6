import { idempotencyKeyHours } from '@crewboard/contracts';
import type { Database } from '@crewboard/db';
import { expect } from 'vitest';

/**
 * The stored rows by table, without times of last use, the progress of deliveries, and keys that are deleted at any
 * time.
 */
const tables = {
  teams: 'select * from teams',
  projects: 'select * from projects',
  members: 'select * from members',
  users: 'select * from users',
  sessions: `select to_jsonb(sessions) - 'last_active_at' from sessions`,
  agents: `select to_jsonb(agents) - '{last_active_at,failures_in_row,last_failures}'::text[] from agents`,
  apiKeys: `select to_jsonb(api_keys) - 'last_used_at' from api_keys`,
  tasks: 'select * from tasks',
  comments: 'select * from comments',
  idempotencyKeys: `select key_hash, stage, response is not null as is_kept from idempotency_keys
    where created_at > now() - interval '${idempotencyKeyHours} hours'`,
  events: 'select id, type, subject_id from events',
  webhooks: `select to_jsonb(webhooks)
    - '{owner,owned_until,last_success_at,last_failure_at,failures_in_row,failing_since}'::text[] from webhooks`,
  subscriptions: 'select * from webhook_subscriptions',
  deliveries: 'select * from webhook_deliveries',
  recoveries: 'select webhook_id, since from webhook_recoveries',
};

export type Stored = Record<keyof typeof tables, string>;

/** The tasks that are left to archive or restore with their project, as earlier requests have asked. */
const leftToArchive = `select count(*)::int from tasks join project_archivals using (project_id)
  where case when restores then archived_with_project else archived_at is null and status <> 'in_progress' end`;

// PostgreSQL sums the hashes, and plans once: thousands of comparisons would take too long otherwise.
const summary = `select (${leftToArchive}) as left, ${Object.entries(tables)
  .map(([name, rows]) => {
    const sum = 'count(*) || $$ rows, hash $$ || coalesce(sum(hashtextextended(stored::text, 0)), 0)';
    return `(select ${sum} from (${rows}) as stored) as "${name}"`;
  })
  .join(', ')}`;

/**
 * The number and a hash of the stored rows of each table, to find the tables that have changed. The system has ended what
 * it does after the responses to earlier requests.
 */
export async function summarize({ pool }: Database): Promise<Stored> {
  const read = async () => {
    const { rows } = await pool.query<Stored & { left: number }>({ name: 'summarize', text: summary });
    if (!rows[0]) throw new Error('a row always comes back');
    const { left, ...stored } = rows[0];
    return { left, stored };
  };
  let now = await read();
  const readAgain = async () => {
    now = await read();
    return now.left;
  };
  if (now.left > 0) await expect.poll(readAgain, { timeout: 60_000 }).toBe(0);
  return now.stored;
}

/** The stored rows in full. */
export async function dump({ pool }: Database): Promise<string> {
  const texts = Object.values(tables).map(async (rows) => {
    const result = await pool.query<{ text: string }>(`select stored::text as text from (${rows}) as stored`);
    return result.rows.map(({ text }) => text).join('\n');
  });
  return (await Promise.all(texts)).join('\n');
}
