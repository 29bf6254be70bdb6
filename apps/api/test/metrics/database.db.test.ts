import type { Database } from '@crewboard/db';
import { createTestDatabase, openTestDatabase, type TestDatabase } from '@crewboard/db/testing';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { measureAttention } from '../../src/features/attention/measure-attention.ts';
import { measureErasures } from '../../src/features/erasure/measure-erasures.ts';
import { measureLogLag } from '../../src/features/events/measure-log-lag.ts';
import { measureExpiring } from '../../src/features/expiry/measure-expiring.ts';
import { measureHeld } from '../../src/features/tasks/measure-held.ts';
import { measureQueues } from '../../src/features/tasks/queue/measure-queues.ts';
import { replaceInstallation } from '../../src/features/webhooks/installation.ts';
import { measureOverdue, measureWebhooks } from '../../src/features/webhooks/measure-webhooks.ts';
import { CachedReading } from '../../src/metrics/cached-reading.ts';
import { measureTables } from '../../src/metrics/database-gauges.ts';
import { Metrics } from '../../src/metrics/metrics.ts';
import { readSamples } from './support/samples.ts';

let db: TestDatabase;
beforeEach(async () => {
  db = await createTestDatabase(inject('postgresUrl'));
});
afterEach(() => db.close());

/** Teams 1 to `count`, each with a task in todo that is as many hours old. */
async function seedTeams(count: number): Promise<void> {
  await db.owner.query(
    `with team as (insert into teams (id, name) select 'team' || n, n from generate_series(1, $1) as n returning *),
     project as (insert into projects (id, team_id, name) select id, id, 'P' from team returning *)
     insert into tasks (id, team_id, project_id, title, created_at)
     select id, id, id, 'T', now() - substr(id, 5)::int * interval '1 hour' from project`,
    [count],
  );
}

it('reads depth and age of the 100 teams whose oldest task has waited longest', async () => {
  await seedTeams(103);
  const queues = await measureQueues(db.reads);
  expect(queues).toHaveLength(100);
  expect(queues.filter(({ teamId }) => ['team1', 'team2', 'team3'].includes(teamId))).toEqual([]);
  const oldest = queues.find(({ teamId }) => teamId === 'team103');
  expect(oldest?.count).toBe(1);
  expect((oldest?.ageSeconds ?? 0) / 3_600).toBeCloseTo(103, 1);
});

it('leaves out tasks that are held, done or need attention', async () => {
  await seedTeams(1);
  await db.owner.query(`insert into agents (id, team_id, name) values ('holder', 'team1', 'A')`);
  await db.owner.query(
    `insert into tasks (id, team_id, project_id, title, status, assigned_agent_id, held_since, completed_at,
       needs_attention, in_queue, created_at)
     select status || n, 'team1', 'team1', 'T', status::task_status, case status when 'in_progress' then 'holder' end,
       case status when 'in_progress' then now() end, case status when 'done' then now() end, case status when 'todo' then 'attempts_exhausted' end, false, now() - interval '9 hours'
     from unnest(array['todo', 'in_progress', 'done']) as status, generate_series(1, 3) as n`,
  );
  const [queue] = await measureQueues(db.reads);
  expect(queue).toMatchObject({ teamId: 'team1', count: 1 });
  expect((queue?.ageSeconds ?? 0) / 3_600).toBeCloseTo(1, 1);
});

it('counts the tasks of nobody and those that are assigned to each agent', async () => {
  await seedTeams(2);
  await db.owner.query(
    `with agent as (insert into agents (id, team_id, name) select 'agent' || n, 'team1', n from generate_series(1, 3) as n returning id)
     insert into tasks (id, team_id, project_id, title, assigned_agent_id)
     select id || '-' || n, 'team1', 'team1', 'T', id from agent, generate_series(1, 4) as n`,
  );
  const countByTeam = new Map((await measureQueues(db.reads)).map(({ teamId, count }) => [teamId, count]));
  expect(Object.fromEntries(countByTeam)).toEqual({ team1: 13, team2: 1 });
});

it('knows how old the oldest event is that an open transaction keeps from all readers', async () => {
  const insertEvent = `insert into events (team_id, type, subject_type, subject_id, actor_kind, snapshot, created_at)
    values ('t', 'task.created', 'task', 's', 'system', '{}', now() - interval '7 seconds')`;
  const writer: Database = openTestDatabase(db.url, { maxConnections: 1 });
  const connection = await writer.pool.connect();
  await connection.query('begin');
  await connection.query('select pg_current_xact_id()');
  await db.pool.query(insertEvent);
  expect((await measureLogLag(db.reads)).webhookLagSeconds).toBe(0);
  await db.owner.query(
    `insert into teams (id, name) values ('subscribed', 'T');
     insert into webhooks (id, team_id, url, event_types, secret, subscribed_since)
       values ('subscribed', 'subscribed', 'http://127.0.0.1:9', '{*}', 'sealed', '3:3:')`,
  );
  // Other databases of the server may have open transactions as well, so only this state is certain.
  expect((await measureLogLag(db.reads)).unsettledLagSeconds).toBeGreaterThanOrEqual(7);
  expect((await measureLogLag(db.reads)).webhookLagSeconds).toBeGreaterThanOrEqual(7);
  await connection.query('commit');
  connection.release();
  await expect
    .poll(async () => (await measureLogLag(db.reads)).unsettledLagSeconds, { timeout: 60_000 })
    .toBe(0);
  await writer.close();
});

it('responds without the values of the database while that cannot be read', async () => {
  const lost = openTestDatabase('postgresql://nobody@127.0.0.1:9/none');
  const metrics = new Metrics();
  metrics.watchDatabase(lost);
  const samples = readSamples(await metrics.render());
  expect(samples.get('crewboard_database_readable')).toBe(0);
  expect([...samples.keys()].filter((name) => name.startsWith('crewboard_queue_tasks'))).toEqual([]);
  await lost.close();
});

it('reads once for any number of scrapes at once and after one another', async () => {
  let reads = 0;
  const reading = new CachedReading(async () => {
    reads += 1;
    return reads;
  }, 60_000);
  expect(await Promise.all([reading.get(), reading.get()])).toEqual([1, 1]);
  expect(await reading.get()).toBe(1);
});

it('counts the tasks that wait for a person, by reason', async () => {
  await seedTeams(3);
  await db.owner.query(
    `insert into agents (id, team_id, name) values ('stopped', 'team1', 'A');
     insert into pauses (team_id, subject_id, subject_type, mode, reason, paused_at, paused_by_kind)
       values ('team2', 'team2', 'team', 'finish', 'Why', now(), 'key'), ('team2', 'team2p', 'project', 'finish', 'Why', now(), 'key');
     update tasks set assigned_agent_id = 'stopped' where team_id = 'team1';
     update tasks set attention = 'stale' where team_id in ('team2', 'team3');
     insert into tasks (id, team_id, project_id, title, status, in_queue, attention)
       values ('unassigned', 'team3', 'team3', 'T', 'in_progress', false, 'in_progress_unassigned')`,
  );
  const counts = await measureAttention(db.reads);
  expect(Object.fromEntries(counts.map(({ reason, count }) => [reason, count]))).toEqual({
    ...{ stale: 1, in_progress_unassigned: 1, paused: 1, agent_cannot_work: 1 },
    ...{ attempts_exhausted: 0, blocker_cancelled: 0 },
  });
  await db.owner.query(
    `insert into team_deletions (team_id, gone_at) select id, now() + interval '7 days' from teams`,
  );
  expect((await measureAttention(db.reads)).filter(({ count }) => count > 0)).toEqual([]);
});

it('counts what agents hold without a lease, by how long at least', async () => {
  await seedTeams(1);
  await db.owner.query(
    `insert into agents (id, team_id, name) values ('ada', 'team1', 'Ada');
     insert into tasks (id, team_id, project_id, title, status, in_queue, assigned_agent_id, held_since, lease_seconds, lease_expires_at, check_at, status_changed_at)
     select 'held' || n, 'team1', 'team1', 'T', 'in_progress', false, 'ada', now() - age, case when n = 5 then 60 end,
       case when n = 5 then now() + age end, case when n = 5 then now() + age end, now() - age
     from unnest(array['59 minutes', '61 minutes', '25 hours', '8 days', '8 days']::interval[]) with ordinality as each (age, n)`,
  );
  expect(await measureHeld(db.reads)).toEqual({ hour: 3, day: 2, week: 1 });
});

it('counts deliveries that wait, webhooks that the service has disabled, and what expires', async () => {
  await seedTeams(1);
  await db.owner.query(
    `insert into webhooks (id, team_id, url, event_types, secret, enabled, disabled_reason, disabled_at, subscribed_since)
     select id, 'team1', 'https://a.example', '{*}', 's', reason is null, reason, case when reason is not null then now() end,
       case when reason is null then pg_current_snapshot() end
     from (values ('on', null), ('gone', 'gone'), ('off', 'switched_off')) as each (id, reason);
     insert into webhook_deliveries (id, webhook_id, event_xid, event_id, event_type, status, next_attempt_at)
     select webhook || n, webhook, '1', n, 'task.created', (case when n < 3 then 'pending' else 'succeeded' end)::delivery_status,
       case when n < 3 then now() end
     from unnest(array['on', 'gone']) as webhook, generate_series(1, 4) as n;
     insert into agents (id, team_id, name, status, token_hash, token_prefix, token_expires_at)
     select 'agent' || n, 'team1', 'A', 'active', sha256(n::text::bytea), 'cb_agent_x', now() + days * interval '1 day'
     from unnest(array[13, 15, -1]) with ordinality as each (days, n)`,
  );
  expect(await measureWebhooks(db.reads)).toEqual({ waiting: 2, disabled: 1 });
  expect(await measureExpiring(db.reads)).toEqual({ agents: 1, keys: 0 });
  expect(await measureOverdue(db.reads)).toBeGreaterThan(0);
  // Nobody can send, enable or replace anything of a deleted team.
  await db.owner.query(
    `insert into team_deletions (team_id, gone_at) values ('team1', now() + interval '7 days')`,
  );
  expect(await measureWebhooks(db.reads)).toEqual({ waiting: 0, disabled: 0 });
  expect(await measureExpiring(db.reads)).toEqual({ agents: 0, keys: 0 });
  expect(await measureOverdue(db.reads)).toBe(0);
});

it('does not count the time in which a delivery that was due could not be sent', async () => {
  await seedTeams(1);
  await db.owner.query(
    `insert into webhooks (id, team_id, url, event_types, secret, subscribed_since, updated_at)
     values ('w', 'team1', 'https://a.example', '{*}', 's', pg_current_snapshot(), now() - interval '4 hours 1 minute');
     insert into webhook_deliveries (id, webhook_id, event_xid, event_id, event_type, next_attempt_at)
     values ('d', 'w', '1', 1, 'task.created', now() - interval '3 hours 1 minute')`,
  );
  const hours = async () => Math.floor((await measureOverdue(db.reads)) / 3_600);
  expect(await hours()).toBe(3);
  // Deliveries of a restored database are held until an operator resumes them.
  await replaceInstallation(db.pool, 'restored');
  expect(await hours()).toBe(0);
  await db.owner.query(`update installation set stored_at = now() - interval '2 hours 1 minute'`);
  expect(await hours()).toBe(2);
  await db.owner.query(`update webhooks set updated_at = now() - interval '1 hour 1 minute'`);
  expect(await hours()).toBe(1);
});

it('counts what was deleted and is not erased yet, with the age of the oldest', async () => {
  await seedTeams(2);
  await db.owner.query(
    `insert into users (id, email, name, password_hash) select 'u' || n, 'u' || n, 'U', '' from generate_series(1, 3) as n;
     insert into account_erasures (user_id, requested_by, requested_at, finished_at)
     select 'u' || n, 'member', now() - n * interval '1 hour 1 second', case when n = 3 then now() end from generate_series(1, 3) as n;
     insert into team_deletions (team_id, deleted_at, gone_at) values
       ('team2', now() - interval '8 days', now() - interval '1 day 1 second'), ('team1', now(), now() + interval '7 days');
     insert into tombstones (id, team_id, subject_type, created_at, deleted_at, erase_at)
     select 't' || n, 'team1', 'task', now(), now() - n * interval '1 minute 1 second', case when n < 4 then now() end
     from generate_series(1, 4) as n`,
  );
  const minutes = (await measureErasures(db.reads)).map(({ kind, count, oldestAgeSeconds }) => [
    ...[kind, count, Math.floor(oldestAgeSeconds / 60)],
  ]);
  expect(minutes).toEqual([
    ['account', 2, 120],
    ['project', 0, 0],
    ['task', 3, 3],
    ['team', 1, 1440],
  ]);
});

it('knows the size of each table, for the role of the application', async () => {
  const sizes = new Map((await measureTables(db.reads)).map(({ name, bytes }) => [name, bytes]));
  for (const table of ['tasks', 'events', 'webhook_deliveries']) expect(sizes.get(table)).toBeGreaterThan(0);
});
