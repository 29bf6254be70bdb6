import { ChangeNotifier } from '@crewboard/db';
import { createTestDatabase, type TestDatabase } from '@crewboard/db/testing';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished, vi } from 'vitest';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase(inject('postgresUrl'));
});
afterAll(() => db.close());

const listeners = async () => {
  const { rows } = await db.pool.query<{ count: number }>(
    `select count(*)::int from pg_stat_activity
     where application_name = 'crewboard notifications' and datname = current_database()`,
  );
  return rows[0]?.count ?? 0;
};

describe('the notification of new events', () => {
  it('reaches every process, including the sender', async () => {
    const notifiers = [new ChangeNotifier(db.url), new ChangeNotifier(db.url)];
    const notified = [0, 0];
    notifiers.forEach((notifier, index) => {
      notifier.onChange(() => {
        notified[index] = (notified[index] ?? 0) + 1;
      });
    });
    // Each notifier emits once when it starts to listen.
    await vi.waitFor(() => expect(Math.min(...notified)).toBeGreaterThan(0), { timeout: 60_000 });
    const before = [...notified];
    notifiers[0]?.notify();
    await vi.waitFor(
      () => {
        for (const [index, count] of notified.entries()) expect(count).toBeGreaterThan(before[index] ?? 0);
      },
      { timeout: 60_000 },
    );
    await Promise.all(notifiers.map((notifier) => notifier.close()));
    await vi.waitFor(async () => expect(await listeners()).toBe(0), { timeout: 60_000 });
  });

  it('resumes after its connection was killed, with one notification for the gap', async () => {
    const notifier = new ChangeNotifier(db.url);
    let notified = 0;
    notifier.onChange(() => {
      notified += 1;
    });
    await vi.waitFor(() => expect(notified).toBe(1), { timeout: 60_000 });
    await db.pool.query(
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity
       where application_name = 'crewboard notifications' and datname = current_database()`,
    );
    await vi.waitFor(() => expect(notified).toBe(2), { timeout: 60_000 });
    notifier.notify();
    await vi.waitFor(() => expect(notified).toBe(3), { timeout: 60_000 });
    await notifier.close();
  });

  it('is sent once the connection is open when it was requested before', async () => {
    const listener = new ChangeNotifier(db.url);
    let count = 0;
    listener.onChange(() => {
      count += 1;
    });
    await vi.waitFor(() => expect(count).toBe(1), { timeout: 60_000 });
    const notifier = new ChangeNotifier(db.url);
    notifier.notify();
    await vi.waitFor(() => expect(count).toBe(2), { timeout: 60_000 });
    await Promise.all([listener.close(), notifier.close()]);
  });

  it('reaches the other subscribers of a channel when one throws', async () => {
    const notifier = new ChangeNotifier(db.url);
    const warnings: string[] = [];
    const note = ({ message }: Error) => void warnings.push(message);
    process.on('warning', note);
    onTestFinished(() => void process.off('warning', note));
    notifier.subscribe('test_payloads', () => {
      throw new TypeError('cannot be read');
    });
    const payloads: string[] = [];
    notifier.subscribe('test_payloads', (payload) => payloads.push(payload));
    await vi.waitFor(() => expect(notifier.isConnected).toBe(true), { timeout: 60_000 });
    await db.pool.query(`select pg_notify('test_payloads', 'anything')`);
    await vi.waitFor(() => expect(payloads).toEqual(['anything']), { timeout: 60_000 });
    await expect.poll(() => warnings).toContain('cannot be read');
    await notifier.close();
  });

  it('fails what is published when its connection is killed without rejecting, and sends what comes later', async () => {
    // A publication waits for this lock, so that it is under way.
    await db.owner.query(
      `create schema held; grant usage on schema held to public;
       create function held.pg_notify(text, text) returns void language sql as
         'select pg_advisory_lock(1); select pg_advisory_unlock(1); select pg_catalog.pg_notify($1, $2)'`,
    );
    const url = new URL(db.url);
    url.searchParams.set('options', '-c search_path=held,pg_catalog');
    const [sender, receiver] = [new ChangeNotifier(url.href), new ChangeNotifier(db.url)];
    const payloads: string[] = [];
    receiver.subscribe('test_payloads', (payload) => payloads.push(payload));
    let connected = 0;
    sender.onChange(() => {
      connected += 1;
    });
    const isConnected = () => expect([connected > 0, receiver.isConnected]).toEqual([true, true]);
    await vi.waitFor(isConnected, { timeout: 60_000 });

    await Promise.all(['a', 'b', 'c'].map((payload) => sender.publish('test_payloads', payload)));
    await vi.waitFor(() => expect(payloads).toEqual(['a', 'b', 'c']), { timeout: 60_000 });

    const holder = await db.pool.connect();
    await holder.query('select pg_advisory_lock(1)');
    const before = connected;
    const lost = Promise.all([
      sender.publish('test_payloads', 'under way'),
      sender.publish('test_payloads', 'behind it'),
    ]);
    const kill = `select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where wait_event = 'advisory' and datname = current_database()`;
    await vi.waitFor(async () => expect((await holder.query(kill)).rowCount).toBe(1), { timeout: 60_000 });
    await lost;
    await holder.query('select pg_advisory_unlock(1)');
    holder.release();
    await vi.waitFor(() => expect(connected).toBeGreaterThan(before), { timeout: 60_000 });
    await sender.publish('test_payloads', 'later');
    await vi.waitFor(() => expect(payloads).toEqual(['a', 'b', 'c', 'later']), { timeout: 60_000 });
    await Promise.all([sender.close(), receiver.close()]);
  });

  it('connects again after a publication that PostgreSQL rejects', async () => {
    const notifier = new ChangeNotifier(db.url);
    let notified = 0;
    notifier.onChange(() => {
      notified += 1;
    });
    await vi.waitFor(() => expect(notified).toBe(1), { timeout: 60_000 });
    await notifier.publish('test_payloads', 'x'.repeat(8_000));
    await vi.waitFor(() => expect(notified).toBe(2), { timeout: 60_000 });
    await notifier.close();
  });

  it('can be closed at any time, even while connecting', async () => {
    for (const start of [
      (notifier: ChangeNotifier) => void notifier.onChange(() => undefined),
      (notifier: ChangeNotifier) => notifier.notify(),
      () => undefined,
    ]) {
      const notifier = new ChangeNotifier(db.url);
      start(notifier);
      await notifier.close();
    }
    await vi.waitFor(async () => expect(await listeners()).toBe(0), { timeout: 60_000 });
  });

  it('can be closed while the database is unreachable', async () => {
    const notifier = new ChangeNotifier('postgres://nobody@127.0.0.1:1/nothing');
    notifier.onChange(() => undefined);
    notifier.notify();
    await notifier.close();
  });
});
