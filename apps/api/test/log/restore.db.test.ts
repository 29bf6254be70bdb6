import { migrate } from '@crewboard/db';
import { createTestDatabase, type TestDatabase } from '@crewboard/db/testing';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { findPosition } from '../../src/features/events/log/find-position.ts';
import { readLog } from '../../src/features/events/log/read-log.ts';
import { eventIdSql } from '../support/event-id.ts';
import { settle } from './support/settle.ts';

const count = 600;
/** Numbers are mixed within so many events, as those of transactions that run at the same time. */
const width = 20;

/** Written by a server with much higher transaction ids, two teams by turns. */
const foreign = `
  insert into events (xid, id, team_id, type, subject_type, subject_id, actor_kind, snapshot)
  select (900000000 + n)::text::xid8, 1 + n / ${width} * ${width} + n * 7 % ${width}, 'team' || n % 2, 'task.updated', 'task', 'x',
    'system', '{}'
  from generate_series(0, ${count - 1}) as n`;

let db: TestDatabase;
/** The ids of a team before the restore, in the order of the log. */
let ids: string[];
beforeAll(async () => {
  db = await createTestDatabase(inject('postgresUrl'));
  await db.owner.query(foreign);
  const { rows } = await db.owner.query<{ id: string }>(
    `select ${eventIdSql} as id from events where team_id = 'team0' order by xid, id`,
  );
  ids = rows.map(({ id }) => id);
  await migrate(db.ownerUrl);
  await settle({ db });
});
afterAll(() => db.close());

const nonceOf = (id: string) => id.slice(-8);

it('after a restore into another server each id is valid, and continues the log in the same order', async () => {
  const query = { teamId: 'team0', subjects: ['task' as const], order: 'asc' as const, limit: count };
  const { events } = await readLog(db.pool, query);
  expect(events.map(({ id }) => nonceOf(id))).toEqual(ids.map(nonceOf));
  for (const [index, id] of ids.entries()) {
    const after = await findPosition(db.pool, 'team0', id);
    const next = await readLog(db.pool, { ...query, after, limit: 2 });
    expect(next.events).toEqual(events.slice(index + 1, index + 3));
  }
});

it('finds an event of a transaction that began first and wrote last, also after further restores', async () => {
  const slow = await createTestDatabase(inject('postgresUrl'));
  try {
    const insert = (xid: string, numbers: string) =>
      slow.owner.query(
        `insert into events (xid, id, team_id, type, subject_type, subject_id, actor_kind, snapshot)
         select (900000000 + ${xid})::text::xid8, n, 'team', 'task.updated', 'task', 'x', 'system', '{}'
         from generate_series(${numbers}) as n`,
      );
    await insert('n', '1, 3000');
    await insert('0', '3001, 3001');
    const { rows } = await slow.owner.query<{ id: string; nonce: number }>(
      `select ${eventIdSql} as id, nonce from events where id = 3001`,
    );
    const [{ id, nonce } = { id: '', nonce: 0 }] = rows;
    for (let restores = 1; restores <= 2; restores += 1) {
      await migrate(slow.ownerUrl);
      await expect(findPosition(slow.pool, 'team', id)).resolves.toMatchObject({ nonce });
      // Back on a server that is far ahead.
      await slow.owner.query(`update log_readers set xid = '900000000' where name = 'webhooks'`);
    }
  } finally {
    await slow.close();
  }
});

it('after a restore an id of another team, or with other random bits, is INVALID_CURSOR', async () => {
  const id = ids[0] ?? '';
  await expect(findPosition(db.pool, 'team1', id)).rejects.toMatchObject({ code: 'INVALID_CURSOR' });
  const other = `${id.slice(0, -8)}${nonceOf(id) === '00000000' ? '00000001' : '00000000'}`;
  await expect(findPosition(db.pool, 'team0', other)).rejects.toMatchObject({ code: 'INVALID_CURSOR' });
});
