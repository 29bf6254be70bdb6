import { newId } from '@crewboard/db';
import { createTestDatabase, type TestDatabase } from '@crewboard/db/testing';
import pg from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { Activity } from './activity.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase(inject('postgresUrl'));
});
afterAll(() => db.close());

async function connect(): Promise<pg.Client> {
  const client = new pg.Client(db.ownerUrl);
  await client.connect();
  return client;
}

const change = `update agents set name = name || '.' where id = $1`;
const lockAndChange = `update agents set name = name || '.'
  from (select id from agents where id = $1 order by id for no key update) as holder where agents.id = holder.id`;

async function countWaiting(): Promise<number | undefined> {
  const { rows } = await db.owner.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0]?.count;
}

it('waits for an agent whose row changes, without a deadlock with others that wait', async () => {
  const agentId = newId();
  const teamId = newId();
  await db.owner.query(`insert into teams (id, name) values ($1, 'Team')`, [teamId]);
  await db.owner.query(`insert into agents (id, team_id, name) values ($1, $2, 'Agent')`, [agentId, teamId]);
  const lines: string[] = [];
  const activity = new Activity(db, pino({ level: 'warn' }, { write: (line) => void lines.push(line) }));
  const clients = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(connect));
  const [first, ...others] = clients as [pg.Client, ...pg.Client[]];
  await first.query('begin');
  await first.query(change, [agentId]);
  const waiting: Promise<unknown>[] = [];
  for (const [index, other] of others.entries()) {
    if (index === 1) {
      // In one turn of the event loop: otherwise the timer, which ticks twice a second, could write the activity first.
      activity.record({ kind: 'agent', id: agentId });
      waiting.push(activity.flush());
    }
    waiting.push(other.query(index % 2 ? change : lockAndChange, [agentId]));
    await expect.poll(countWaiting).toBe(waiting.length);
  }
  await first.query('commit');
  await Promise.all(waiting);
  expect(lines).toEqual([]);
  const { rows } = await db.owner.query('select name, last_active_at is not null as "isActive" from agents');
  expect(rows).toEqual([{ name: 'Agent........', isActive: true }]);
  await activity.stop();
  await Promise.all(clients.map((client) => client.end()));
});
