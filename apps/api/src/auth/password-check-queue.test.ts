import { afterEach, describe, expect, it, vi } from 'vitest';
import { PasswordCheckQueue } from './password-check-queue.ts';

/** Work that runs until the test ends it. */
function openEnded() {
  const { promise, resolve } = Promise.withResolvers<string>();
  return { work: () => promise, end: () => resolve('done') };
}

const queueOf = (bounds: Partial<ConstructorParameters<typeof PasswordCheckQueue>[0]> = {}) =>
  new PasswordCheckQueue({ maxWaiting: 3, maxWaitMs: 1_000, intervalMs: 100, burst: 2, ...bounds });

describe('PasswordCheckQueue', () => {
  afterEach(() => void vi.useRealTimers());

  it('runs one at a time, by rank and then in order of arrival', async () => {
    const queue = queueOf();
    const first = openEnded();
    const order: string[] = [];
    const named = (name: string) => async () => void order.push(name);
    const all = [
      queue.run(0, first.work),
      queue.run(2, named('c')),
      queue.run(1, named('a')),
      queue.run(1, named('b')),
    ];
    expect(order).toEqual([]);
    first.end();
    await Promise.all(all);
    expect(order).toEqual(['a', 'b', 'c']);
  });

  it('rejects the check with the highest rank when it is full, which may be the new one', async () => {
    const queue = queueOf({ maxWaiting: 2 });
    const first = openEnded();
    const done = async () => 'done';
    const running = queue.run(0, first.work);
    const often = queue.run(9, done);
    const seldom = queue.run(1, done);
    const never = queue.run(0, done);
    expect(await often).toEqual({ hasRun: false });
    expect(await queue.run(9, done)).toEqual({ hasRun: false });
    first.end();
    const ran = { hasRun: true, result: 'done' };
    expect(await Promise.all([running, seldom, never])).toEqual([ran, ran, ran]);
    expect(queue.waiting).toBe(0);
  });

  it('rejects work that has waited for maxWaitMs', async () => {
    vi.useFakeTimers();
    const queue = queueOf();
    const first = openEnded();
    void queue.run(0, first.work);
    const late = queue.run(0, async () => 'done');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await late).toEqual({ hasRun: false });
    expect(queue.waiting).toBe(0);
  });

  it('runs a burst of charged work at once and the rest at its rate, whether it succeeds or fails', async () => {
    vi.useFakeTimers();
    const queue = queueOf();
    const ran: number[] = [];
    const wrong = [1, 2, 3, 4].map((number) =>
      queue
        .run(0, async (charge) => {
          charge();
          ran.push(number);
          throw new Error('wrong');
        })
        .catch(() => undefined),
    );
    await vi.advanceTimersByTimeAsync(90);
    expect(ran).toEqual([1, 2, 3]);
    await vi.advanceTimersByTimeAsync(20);
    await Promise.all(wrong);
    expect(ran).toEqual([1, 2, 3, 4]);
  });

  it('does not delay work that is not charged', async () => {
    vi.useFakeTimers();
    const queue = queueOf({ maxWaiting: 100 });
    const all = Array.from({ length: 50 }, () => queue.run(0, async () => 'done'));
    expect(await Promise.all(all)).toHaveLength(50);
  });
});
