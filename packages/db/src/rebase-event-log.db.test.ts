import pg from 'pg';
import { expect, inject, it } from 'vitest';
import { migrate } from './migrations/migrate.ts';
import { createMigratedDatabase } from './testing/database.ts';

const server = inject('postgresUrl');

/** Written by a server with much higher transaction ids: three events were read, one was not. */
const foreign = `
  insert into teams (id, name) values ('t', 'Team');
  insert into webhooks (id, team_id, url, event_types, secret, subscribed_since)
  values ('w', 't', 'http://127.0.0.1', '{*}', 'sealed', '900000000:900000000:');
  insert into events (xid, team_id, type, subject_type, subject_id, actor_kind, snapshot)
  select xid::xid8, 't', 'task.created', 'task', 'x', 'system', '{}'
  from unnest(array['900000001', '900000003', '900000002', '900000007']) as xid;
  update log_readers set xid = '900000004', id = 0;
  insert into log_minutes (minute, xid) values ('2026-01-01T00:00:00Z', '900000004');
  insert into webhook_deliveries (id, webhook_id, event_xid, event_id, event_type)
  select 'd' || id, 'w', xid, id, 'task.created' from events where xid <= '900000003';`;

it('moves the log of another server before all later events, and keeps which were read, and their order', async () => {
  const url = await createMigratedDatabase(server);
  const client = new pg.Client(url);
  await client.connect();
  const unread = async () => {
    const { rows } = await client.query<{ id: number }>(
      `select events.id::int from events, log_readers reader, webhooks
       where reader.name = 'webhooks' and (events.xid, events.id) > (reader.xid, reader.id)
         and not pg_visible_in_snapshot(events.xid, webhooks.subscribed_since) order by events.xid, events.id`,
    );
    return rows.map(({ id }) => id);
  };
  try {
    await client.query(foreign);
    const noncesInOrder = async () =>
      (await client.query('select nonce from events order by xid, id')).rows.map(({ nonce }) => nonce);
    const nonces = await noncesInOrder();
    await migrate(url);
    expect(await unread()).toEqual([4]);
    expect(await noncesInOrder()).toEqual(nonces);
    expect((await client.query('select from log_minutes')).rowCount).toBe(0);
    // The removal of old events begins anew: all stand after its former position now.
    const removal = await client.query(`select xid::text, id from log_readers where name = 'retention'`);
    expect(removal.rows).toEqual([{ xid: '0', id: '0' }]);
    await client.query(
      `insert into events (team_id, type, subject_type, subject_id, actor_kind, snapshot)
       values ('t', 'task.created', 'task', 'y', 'system', '{}')`,
    );
    expect(await unread()).toEqual([4, 5]);
    const { rows } = await client.query('select xid, id, nonce from events order by xid, id');
    await migrate(url);
    expect((await client.query('select xid, id, nonce from events order by xid, id')).rows).toEqual(rows);
    const deliveries = await client.query(
      'select id, event_xid::text as xid, event_id::int as number from webhook_deliveries order by id',
    );
    // The second and third event have got each other's number.
    expect(deliveries.rows).toEqual([
      { id: 'd1', xid: '3', number: 1 },
      { id: 'd2', xid: '3', number: 3 },
      { id: 'd3', xid: '3', number: 2 },
    ]);
  } finally {
    await client.end();
  }
});

it('notices a log of another server by its minutes alone', async () => {
  const url = await createMigratedDatabase(server);
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query(`insert into log_minutes (minute, xid) values ('2026-01-01T00:00:00Z', '900000004')`);
    await migrate(url);
    expect((await client.query('select from log_minutes')).rowCount).toBe(0);
  } finally {
    await client.end();
  }
});

it('lets the erasure of an account look at all events again, which may have moved before its cursor', async () => {
  const url = await createMigratedDatabase(server);
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query(foreign);
    await client.query(`
      insert into users (id, email, name, password_hash) values ('gone', 'gone', 'Gone', '');
      insert into account_erasures (user_id, requested_by, stage, cursor, finished_at) values
        ('gone', 'member', 'events', '["t", "member.added", "900000002", "3"]', null)`);
    await migrate(url);
    const { rows } = await client.query('select stage, cursor from account_erasures');
    expect(rows).toEqual([{ stage: 'events', cursor: null }]);
  } finally {
    await client.end();
  }
});
