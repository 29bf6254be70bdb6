import { createTestDatabase, type TestDatabase } from '@crewboard/db/testing';
import { beforeEach, expect, inject, it, onTestFinished, vi } from 'vitest';
import { DeliveryMaker } from '../../src/workers/webhooks/delivery-maker.ts';
import { OpenWriter } from '../log/support/open-writer.ts';

let db: TestDatabase;
beforeEach(async () => {
  db = await createTestDatabase(inject('postgresUrl'));
  onTestFinished(() => db.close());
});

const position = async () => {
  const { rows } = await db.pool.query(`select xid::text, id::text from log_readers where name = 'webhooks'`);
  return rows[0];
};

async function writeEvent(): Promise<void> {
  const writer = await OpenWriter.begin(db.pool);
  await writer.write({ teamId: 'team', type: 'task.created', snapshot: {} });
  await writer.commit();
  // Transactions of other test files may be open.
  await vi.waitFor(
    async () => {
      const settled = 'select from events where xid < pg_snapshot_xmin(pg_current_snapshot())';
      expect((await db.pool.query(settled)).rows).toHaveLength(1);
    },
    { timeout: 60_000, interval: 5 },
  );
}

it('a reader writes its position after an event that nobody is subscribed to', async () => {
  const before = await position();
  await writeEvent();
  await new DeliveryMaker(db).makeFromNextPage();
  expect(await position()).not.toEqual(before);
});

it('a reader without events writes nothing, although the end of the log moves', async () => {
  await writeEvent();
  await new DeliveryMaker(db).makeFromNextPage();
  const before = await position();
  await db.pool.query('select pg_current_xact_id()');
  await new DeliveryMaker(db).makeFromNextPage();
  expect(await position()).toEqual(before);
});

it('a reader that another one has overtaken makes no delivery again, and leaves the position', async () => {
  await db.pool.query(`
    insert into teams (id, name) values ('team', 'Team');
    insert into webhooks (id, team_id, url, event_types, secret, subscribed_since)
    values ('hook', 'team', 'http://127.0.0.1:9/hook', '{task.created}', '-', pg_current_snapshot())`);
  const [slow, fast] = [new DeliveryMaker(db), new DeliveryMaker(db)];
  await slow.makeFromNextPage();
  await writeEvent();
  await fast.makeFromNextPage();
  const { rowCount } = await db.pool.query('delete from webhook_deliveries');
  expect(rowCount).toBe(1);
  const before = await position();
  await slow.makeFromNextPage();
  expect(await position()).toEqual(before);
  expect((await db.pool.query('select from webhook_deliveries')).rowCount).toBe(0);
});
