import { expect, it } from 'vitest';
import { removeEvents } from '../../src/features/events/remove-events.ts';
import { addUncounted } from '../../src/workers/log-counter.ts';
import { DeliveryMaker } from '../../src/workers/webhooks/delivery-maker.ts';
import { at, days, old, useOldEvents } from './support/old-events.ts';
import type { WrittenEvent } from './support/open-writer.ts';

const { db, numbers, readersPast, removeAll, subjects, write, writeYoung } = useOldEvents();

it('removes what is older, in batches, and keeps the newest event of each team until it has a newer one', async () => {
  await db().pool.query(
    `insert into events (team_id, actor_kind, type, subject_type, subject_id, snapshot, created_at)
     select 'team', 'system', 'task.moved', 'task', n::text, '{}', $1 from generate_series(1, 600) as n`,
    [old],
  );
  await write('last of quiet', { teamId: 'quiet' });
  await readersPast('webhooks', 'counts');
  await removeAll(599);
  expect(await subjects()).toEqual(['600', 'last of quiet']);

  // Its log would have a gap if the event that stayed were still there without those after it.
  await write('next of quiet', { teamId: 'quiet' });
  await write('newest of quiet', { teamId: 'quiet' });
  await writeYoung();
  await removeAll(2);
  expect(await subjects()).toEqual(['600', 'newest of quiet', 'young']);
  const { rows } = await db().pool.query(
    `select subject_id, removed_at > now() - interval '1 hour' as "isNow", last_event_at = $1 as "lastEventAt" from removed_history where team_id = 'quiet' order by 1`,
    [old],
  );
  const known = { isNow: true, lastEventAt: true };
  expect(rows).toEqual(['', 'last of quiet', 'next of quiet'].map((id) => ({ subject_id: id, ...known })));
});

it('removes a beginning of the log: nothing after the first event that is too young', async () => {
  await write('first');
  await write('too young', { at: at(days - 1) });
  await write('old again');
  await writeYoung();
  await readersPast('webhooks', 'counts');
  await removeAll(1);
  expect(await subjects()).toEqual(['too young', 'old again', 'young']);
});

/** A webhook of another team. */
const subscribe = () =>
  db().pool.query(
    `insert into webhooks (id, team_id, url, event_types, secret, subscribed_since)
     values ('quiet', 'quiet', 'http://127.0.0.1:9', '{*}', 'sealed', '3:3:')`,
  );

it.each(['webhooks', 'counts'])('keeps what the reader "%s" has not read', async (slow) => {
  await subscribe();
  for (const id of ['a', 'b', 'c']) await write(id);
  await writeYoung();
  await readersPast(slow === 'webhooks' ? 'counts' : 'webhooks');
  await db().pool.query(
    `update log_readers set (xid, id) = (select xid, id from events where subject_id = 'b') where name = $1`,
    [slow],
  );
  await removeAll(2);
  expect(await subjects()).toEqual(['c', 'young']);
  expect((await removeEvents(db().pool, days)).isUnreadByWebhooks).toBe(slow === 'webhooks');
  await readersPast(slow);
  await removeAll(1);
  expect((await removeEvents(db().pool, days)).isUnreadByWebhooks).toBe(false);
});

it('waits for no process that reads for webhooks where there are none', async () => {
  await write('a');
  await writeYoung();
  await readersPast('counts');
  await removeAll(1);
});

const insertWebhook = (created: string, set = '') =>
  db().pool.query(
    `insert into webhooks (id, team_id, url, event_types, secret, created_at ${set && ', deleted_at'})
     values ('w', 'team', 'http://127.0.0.1:9', '{*}', 'sealed', $1 ${set && ', now()'})`,
    [created],
  );

it('keeps events while a webhook has deliveries of them, and what comes after', async () => {
  await insertWebhook(at(days + 30));
  for (const id of ['a', 'b', 'c']) await write(id);
  await writeYoung();
  const reader = new DeliveryMaker(db());
  const delivered = () =>
    db().pool.query<{ id: string }>(
      'select subject_id as id from webhook_deliveries join events on (xid, events.id) = (event_xid, event_id) order by event_xid, event_id',
    );
  // Its subscription is of now: the deliveries are made as those of earlier subscriptions.
  await db().pool.query(`update webhooks set subscribed_since = '3:3:'`);
  await db().pool.query(`update log_readers set xid = '3', id = 0 where name = 'webhooks'`);
  await readersPast('counts');
  await expect
    .poll(
      async () => {
        await reader.makeFromNextPage();
        return (await delivered()).rows.length;
      },
      {
        timeout: 60_000,
        interval: 5,
      },
    )
    .toBe(4);
  await readersPast('webhooks');
  await removeAll(0);
  // Whether it arrived or not: people can look at it.
  await db().pool.query(
    `delete from webhook_deliveries where event_id in (select id from events where subject_id in ('a', 'c'))`,
  );
  await removeAll(1);
  expect(await subjects()).toEqual(['b', 'c', 'young']);
  await db().pool.query(`update webhooks set deleted_at = now()`);
  await removeAll(2);
});

it('keeps what a recovery may still send: 31 days of events since the creation of a webhook', async () => {
  const shorter = () => removeEvents(db().pool, 7);
  await write('before the webhook', { at: at(25) });
  await insertWebhook(at(20));
  await write('old enough for both', { at: at(19) });
  await writeYoung();
  await readersPast('webhooks', 'counts');
  await expect
    .poll(
      async () => {
        await shorter();
        return subjects();
      },
      { timeout: 60_000, interval: 5 },
    )
    .toHaveLength(2);
  await shorter();
  expect(await subjects()).toEqual(['old enough for both', 'young']);
  await db().pool.query(`update webhooks set deleted_at = now()`);
  await expect
    .poll(
      async () => {
        await shorter();
        return subjects();
      },
      { timeout: 60_000, interval: 5 },
    )
    .toEqual(['young']);
});

it('removes the texts to which nothing refers, and keeps those of the task and of younger events', async () => {
  const reference = (textVersion: number) => ({ textVersion, bytes: 2_000 });
  const description = (now: number, before?: number): Partial<WrittenEvent> => ({
    snapshot: { description: reference(now) },
    ...(before && { changes: { description: { before: reference(before) } } }),
  });
  for (const [task, version] of ['closed', 'open'].flatMap((task) =>
    [1, 2, 3, 4].map((n) => [task, n] as const),
  ))
    await db().pool.query(`insert into task_texts values ($1, 'description', $2, 'text')`, [task, version]);
  await db().pool.query(
    `insert into projects (id, team_id, name, updated_at) values ('project', 'team', 'P', now())`,
  );
  // A large result, which only the task itself has any more.
  await db().pool.query(
    `insert into agents (id, team_id, name, description_version, updated_at) values ('agent', 'team', 'A', 2, now())`,
  );
  await db().pool.query(
    `insert into task_texts values ('agent', 'description', 1, 'text'), ('agent', 'description', 2, 'text')`,
  );
  await write('agent', { type: 'agent.updated', ...description(2, 1) });
  await write('closed', description(1));
  await write('open', description(1));
  await write('closed', description(2, 1));
  await write('open', description(2, 1));
  await write('closed', description(3, 2));
  await write('closed', { snapshot: {}, changes: { description: { before: reference(3) } } });
  await write('open', { at: at(1), ...description(3, 2) });
  await write('open', { at: at(1), ...description(4, 3) });
  await readersPast('webhooks', 'counts');
  await removeAll(7);
  const { rows } = await db().pool.query('select task_id || version as text from task_texts order by 1');
  expect(rows.map(({ text }) => text)).toEqual(['agent2', 'closed4', 'open2', 'open3', 'open4']);
});

it('trims the minutes of the log, and keeps the counts when they are made anew', async () => {
  for (let n = 0; n < 3; n += 1) await write('task', { type: 'task.completed', actorId: 'agent' });
  await write('task', { type: 'task.completed', actorId: 'agent', at: at(1) });
  await db().pool.query(
    `insert into log_minutes select created_at + n * interval '1 minute', xid from events, generate_series(-1, 1) n
     on conflict do nothing`,
  );
  await readersPast('webhooks');
  const counted = () => numbers(`select sum(count) from agent_completions where isfinite(quarter)`);
  await expect
    .poll(
      async () => {
        await db().pool.query(addUncounted.text);
        return counted();
      },
      { timeout: 60_000, interval: 5 },
    )
    .toEqual([4]);
  await removeAll(3);
  expect(await numbers(`select count(*) from log_minutes where minute < now() - interval '2 days'`)).toEqual([
    0,
  ]);
  expect(await counted()).toEqual([4]);
  await db().owner.query('select recount()');
  await expect
    .poll(
      async () => {
        await db().pool.query(addUncounted.text);
        return counted();
      },
      { timeout: 60_000, interval: 5 },
    )
    .toEqual([4]);
  expect(await numbers(`select count from agent_completions where not isfinite(quarter)`)).toEqual([4]);
});
