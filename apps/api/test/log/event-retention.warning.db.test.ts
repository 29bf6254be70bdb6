import { afterEach, expect, it, vi } from 'vitest';
import { removeOldEvents } from '../../src/workers/event-retention.ts';
import { days, useOldEvents } from './support/old-events.ts';
import { OpenWriter } from './support/open-writer.ts';

const { db, readersPast, write, writeYoung } = useOldEvents();
afterEach(() => void vi.useRealTimers());

it('warns once a day that webhooks hold events, also where another process removes a batch between two rounds', async () => {
  await db().pool.query(
    `insert into webhooks (id, team_id, url, event_types, secret, subscribed_since)
     values ('quiet', 'quiet', 'http://127.0.0.1:9', '{*}', 'sealed', '3:3:')`,
  );
  await write('unread');
  await writeYoung();
  await readersPast('counts');
  vi.useFakeTimers({ toFake: ['Date'] });
  const stopping = new AbortController();
  const warnings: string[] = [];
  let rounds = 0;
  const running = removeOldEvents({
    ...{ db: db(), days, pollIntervalMs: 1, signal: stopping.signal },
    metrics: {
      countRemovedEvents() {
        rounds += 1;
      },
    },
    log: { info: () => undefined, warn: (_, message) => warnings.push(message), error: () => undefined },
  });
  /** One that has begun since, and the one before it. */
  const nextRounds = async () => {
    const before = rounds;
    await vi.waitFor(() => expect(rounds).toBeGreaterThan(before + 1), { timeout: 60_000, interval: 5 });
  };
  await nextRounds();
  expect(warnings).toEqual([expect.stringContaining('no process has read them for webhooks')]);
  const other = await OpenWriter.begin(db().pool);
  await other.client.query(`select pg_advisory_xact_lock(hashtextextended('retention', 9))`);
  await nextRounds();
  await other.rollback();
  await nextRounds();
  expect(warnings).toHaveLength(1);
  vi.setSystemTime(Date.now() + 24 * 3_600_000);
  await nextRounds();
  expect(warnings).toHaveLength(2);
  stopping.abort();
  await running;
});
