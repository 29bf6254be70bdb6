import { queryMany, raw, sql } from '@crewboard/db';
import type { TestApi } from '../../harness.ts';

/** Positions in the log, which a restore moves. */
const positions = ['id', 'xid', 'event_xid', 'event_id', 'since', 'until', 'until_xid', 'subscribed_since'];
const positioned = [
  'events',
  'webhooks',
  'webhook_subscriptions',
  'webhook_deliveries',
  'webhook_recoveries',
];
/** What a restore writes anew: the migrations, with new ids, and what workers derive from the log. */
const derived = [
  '_prisma_migrations',
  'log_readers',
  'log_minutes',
  'task_counts',
  'team_activity',
  'agent_completions',
];

/** All rows by table, as text, without positions in the log. */
export async function readAllRows({ db }: TestApi): Promise<Map<string, Set<string>>> {
  const tables = await queryMany<{ name: string }>(
    db,
    sql`select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  );
  const all = new Map<string, Set<string>>();
  for (const { name } of tables.filter((table) => !derived.includes(table.name))) {
    const omitted = name === 'webhooks' ? positions.slice(1) : positioned.includes(name) ? positions : [];
    const rows = await queryMany<{ row: string }>(
      db,
      sql`select (to_jsonb(content) - ${omitted}::text[])::text as row from ${raw(name)} as content`,
    );
    all.set(name, new Set(rows.map(({ row }) => row)));
  }
  return all;
}

/** All events in the order of the log, by what a restore keeps of their ids. */
export async function readLogOrder({ db }: TestApi): Promise<string[]> {
  const rows = await queryMany<{ event: string }>(
    db,
    sql`select concat_ws(' ', nonce, type, subject_id, created_at) as event from events order by xid, id`,
  );
  return rows.map(({ event }) => event);
}

/** The ids of tasks whose row is not as their last event says. */
export async function findTornTasks({ db }: TestApi): Promise<string[]> {
  const rows = await queryMany<{ id: string }>(
    db,
    sql`
    select tasks.id from tasks left join lateral (
      select snapshot from events where subject_id = tasks.id order by xid desc, events.id desc limit 1
    ) as last on true
    where (last.snapshot ->> 'status', last.snapshot ->> 'title') is distinct from (tasks.status::text, tasks.title)`,
  );
  return rows.map(({ id }) => id);
}
