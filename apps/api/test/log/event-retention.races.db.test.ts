import { expect, it } from 'vitest';
import { removeEvents, removeStatement } from '../../src/features/events/remove-events.ts';
import { at, days, old, useOldEvents } from './support/old-events.ts';
import { OpenWriter } from './support/open-writer.ts';

const { db, numbers, readersPast, removeAll, write, writeYoung } = useOldEvents();

it('removes nothing, texts included, when its connection ends before the commit, and leaves a batch to its process', async () => {
  await db().pool.query(`insert into task_texts values ('a', 'description', 1, 'text')`);
  await write('a', { snapshot: { description: { textVersion: 1, bytes: 2_000 } } });
  await writeYoung();
  await readersPast('webhooks', 'counts');
  const rows = () =>
    numbers(`select (select count(*) from events) as events, (select count(*) from task_texts) as texts,
      (select count(*) from removed_history) as history, (select xid from log_readers where name = 'retention')::text`);
  const before = await rows();
  const killed = await OpenWriter.begin(db().pool);
  await expect
    .poll(async () => (await killed.client.query(removeStatement.text, [days])).rows[0], {
      timeout: 60_000,
      interval: 5,
    })
    .toMatchObject({ events: 1 });
  expect(await removeEvents(db().pool, days)).toMatchObject({ events: 0, isFull: false });
  await db().owner.query('select pg_terminate_backend($1)', [killed.pid]);
  await killed.rollback();
  expect(await rows()).toEqual(before);
  await removeAll(1);
  expect((await rows()).slice(0, 3)).toEqual([1, 0, 2]);
});

it('removes each old event once, and no other, while eight writers write and four processes remove', async () => {
  await readersPast('webhooks', 'counts');
  const perWriter = 60;
  let isWriting = true;
  let removed = 0;
  const writers = Array.from({ length: 8 }, async (_, writer) => {
    for (let n = 0; n < perWriter; n += 1)
      await write(`${writer} ${n}`, {
        at: n % 3 === 0 && n < perWriter / 2 ? old : n < perWriter / 2 ? at(days + 5) : at(1),
      });
  });
  const removers = Array.from({ length: 4 }, async () => {
    while (isWriting) {
      const { events } = await removeEvents(db().pool, days);
      removed += events;
    }
  });
  await Promise.all(writers);
  isWriting = false;
  await Promise.all(removers);
  const readLeft = async () => {
    const { rows } = await db().pool.query<{ isYoung: boolean }>(
      'select created_at > $1 as "isYoung" from events order by xid, id',
      [at(days)],
    );
    return rows.map(({ isYoung }) => isYoung);
  };
  // What is left begins with a young event, once transactions of other tests no longer hold events back; before it may be what
  // was the newest event of the team.
  await expect
    .poll(
      async () => {
        removed += (await removeEvents(db().pool, days)).events;
        return (await readLeft()).indexOf(true);
      },
      { timeout: 60_000, interval: 5 },
    )
    .toBeLessThanOrEqual(1);
  const left = await readLeft();
  expect(removed + left.length).toBe(8 * perWriter);
  expect(left.filter(Boolean)).toHaveLength((8 * perWriter) / 2);
});
