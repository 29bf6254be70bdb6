import { Signal } from '@crewboard/db';
import { createTestDatabase, type TestDatabase } from '@crewboard/db/testing';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase(inject('postgresUrl'));
});
afterAll(() => db.close());

const listeners = async () => {
  const { rows } = await db.pool.query<{ count: number }>(
    `select count(*)::int from pg_stat_activity
     where application_name = 'crewboard signal' and datname = current_database()`,
  );
  return rows[0]?.count ?? 0;
};

describe('the hint that the log has grown', () => {
  it('is heard by every process, the one that sends it included', async () => {
    const signals = [new Signal(db.url), new Signal(db.url)];
    const heard = [0, 0];
    signals.forEach((signal, index) => {
      signal.listen(() => {
        heard[index] = (heard[index] ?? 0) + 1;
      });
    });
    // Each hears once that it listens.
    await vi.waitFor(() => expect(Math.min(...heard)).toBeGreaterThan(0), { timeout: 5_000 });
    const before = [...heard];
    signals[0]?.send();
    await vi.waitFor(() => {
      for (const [index, count] of heard.entries()) expect(count).toBeGreaterThan(before[index] ?? 0);
    });
    await Promise.all(signals.map((signal) => signal.close()));
    await vi.waitFor(async () => expect(await listeners()).toBe(0));
  });

  it('is heard again after its connection was killed, and the gap itself is told', async () => {
    const signal = new Signal(db.url);
    let heard = 0;
    signal.listen(() => {
      heard += 1;
    });
    await vi.waitFor(() => expect(heard).toBe(1), { timeout: 5_000 });
    await db.pool.query(
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity
       where application_name = 'crewboard signal' and datname = current_database()`,
    );
    await vi.waitFor(() => expect(heard).toBe(2), { timeout: 5_000 });
    signal.send();
    await vi.waitFor(() => expect(heard).toBe(3), { timeout: 5_000 });
    await signal.close();
  });

  it('can be closed at any moment, while it connects as well', async () => {
    for (const start of [
      (signal: Signal) => void signal.listen(() => undefined),
      (signal: Signal) => signal.send(),
      () => undefined,
    ]) {
      const signal = new Signal(db.url);
      start(signal);
      await signal.close();
    }
    await vi.waitFor(async () => expect(await listeners()).toBe(0));
  });

  it('can be closed while there is nobody to connect to', async () => {
    const signal = new Signal('postgres://nobody@127.0.0.1:1/nothing');
    signal.listen(() => undefined);
    signal.send();
    await signal.close();
  });
});
