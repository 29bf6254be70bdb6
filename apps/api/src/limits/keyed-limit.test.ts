import { afterEach, describe, expect, it, vi } from 'vitest';
import { KeyedLimit, type Release } from './keyed-limit.ts';

const limitOf = (bounds: Partial<ConstructorParameters<typeof KeyedLimit>[0]> = {}) =>
  new KeyedLimit({ maxRunning: 1, maxWaiting: 2, maxWaitMs: 1_000, ...bounds });

async function enter(limit: KeyedLimit, key: string): Promise<Release> {
  const release = await limit.enter(key);
  if (!release) throw new Error('no place');
  return release;
}

describe('KeyedLimit', () => {
  afterEach(() => void vi.useRealTimers());

  it('lets maxRunning in per key, and other keys beside them', async () => {
    const limit = limitOf({ maxRunning: 2, maxWaiting: 0 });
    await enter(limit, 'a');
    await enter(limit, 'a');
    expect(await limit.enter('a')).toBeUndefined();
    expect(await limit.enter('b')).toBeTypeOf('function');
  });

  it('hands a released place to those who wait, in order of arrival', async () => {
    const limit = limitOf();
    const first = await enter(limit, 'a');
    const order: string[] = [];
    const take = async (name: string) => {
      const release = await enter(limit, 'a');
      order.push(name);
      release();
    };
    const waiting = [take('second'), take('third')];
    first();
    await Promise.all(waiting);
    expect(order).toEqual(['second', 'third']);
    expect(limit.size).toBe(0);
  });

  it('resolves to undefined at once when the queue of the key is full', async () => {
    const limit = limitOf({ maxWaiting: 1 });
    const first = await enter(limit, 'a');
    const second = limit.enter('a');
    expect(await limit.enter('a')).toBeUndefined();
    first();
    expect(await second).toBeTypeOf('function');
  });

  it('resolves to undefined after maxWaitMs and leaves the queue to the others', async () => {
    vi.useFakeTimers();
    const limit = limitOf();
    const first = await enter(limit, 'a');
    const late = limit.enter('a');
    await vi.advanceTimersByTimeAsync(600);
    const next = limit.enter('a');
    await vi.advanceTimersByTimeAsync(600);
    expect(await late).toBeUndefined();
    first();
    (await next)?.();
    expect(limit.size).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('leaves the queue when the signal aborts, also in its middle, and does not enter after it', async () => {
    const limit = limitOf({ maxWaiting: 3 });
    const first = await enter(limit, 'a');
    const aborted = new AbortController();
    const second = limit.enter('a');
    const gone = limit.enter('a', aborted.signal);
    const fourth = limit.enter('a');
    aborted.abort();
    expect(await gone).toBeUndefined();
    expect(await limit.enter('b', aborted.signal)).toBeUndefined();
    first();
    (await second)?.();
    (await fourth)?.();
    expect(limit.size).toBe(0);
  });

  it('releases a place once, however often it is called', async () => {
    const limit = limitOf({ maxWaiting: 0 });
    const first = await enter(limit, 'a');
    first();
    const second = await enter(limit, 'a');
    first();
    expect(await limit.enter('a')).toBeUndefined();
    second();
    expect(limit.size).toBe(0);
  });

  it('keeps its bounds through 10,000 callers on 100 keys and forgets every key', async () => {
    const limit = limitOf({ maxRunning: 3, maxWaiting: 100 });
    const running = new Map<string, number>();
    let maxAtOnce = 0;
    const count = (key: string, change: number) => {
      const now = (running.get(key) ?? 0) + change;
      running.set(key, now);
      return now;
    };
    const work = async (key: string) => {
      const release = await enter(limit, key);
      maxAtOnce = Math.max(maxAtOnce, count(key, 1));
      await Promise.resolve();
      count(key, -1);
      release();
    };
    await Promise.all(Array.from({ length: 10_000 }, (_, index) => work(`key ${index % 100}`)));
    expect(maxAtOnce).toBe(3);
    expect(limit.size).toBe(0);
  });
});
