import { describe, expect, it } from 'vitest';
import { type PollLoop, type RoundResult, runPollLoop } from './poll-loop.ts';
import { WakeUp } from './wake-up.ts';

const hour = 3_600_000;

/** Runs a loop over these rounds, which ends with the last of them; returns what it logged. */
async function runRounds(rounds: ((wakeUp: WakeUp) => RoundResult)[], options: Partial<PollLoop> = {}) {
  const stop = new AbortController();
  const wakeUp = new WakeUp();
  const logged: string[] = [];
  const note = (_: object, message: string) => void logged.push(message);
  const left = [...rounds];
  await runPollLoop({
    task: 'work',
    async run() {
      const round = left.shift();
      if (left.length === 0) stop.abort();
      return round?.(wakeUp) ?? {};
    },
    wakeUp,
    pollIntervalMs: hour,
    signal: stop.signal,
    log: { info: note, warn: note, error: note },
    ...options,
  });
  expect(left).toEqual([]);
  return logged;
}

describe('the poll loop', () => {
  it('begins later with a delayed start, and not at all when it is stopped before', async () => {
    const stop = new AbortController();
    const begun: string[] = [];
    const run = async () => {
      begun.push('a round');
      stop.abort();
      return {};
    };
    const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
    const loop = { task: 'work later', run, hasDelayedStart: true, signal: stop.signal, log };
    const early = runPollLoop({ ...loop, wakeUp: new WakeUp(), pollIntervalMs: 1 });
    const late = runPollLoop({ ...loop, wakeUp: new WakeUp(), pollIntervalMs: hour });
    expect(begun).toEqual([]);
    await Promise.all([early, late]);
    expect(begun).toEqual(['a round']);
  });

  it('begins the next round at once while there is more, without the delay', async () => {
    await runRounds([() => ({ hasMore: true }), () => ({ hasMore: true, minDelayMs: hour }), () => ({})]);
  });

  it('begins the next round after a wake-up, also after one during a round', async () => {
    const wakeDuringWork = (wakeUp: WakeUp) => {
      wakeUp.wake();
      return {};
    };
    const wakeLater = (wakeUp: WakeUp) => {
      setImmediate(() => wakeUp.wake());
      return {};
    };
    await runRounds([wakeDuringWork, wakeLater, () => ({})]);
  });

  it('polls without a wake-up, and soon while a transaction is open that may have written', async () => {
    await runRounds([() => ({}), () => ({}), () => ({})], { pollIntervalMs: 5 });
    await runRounds([
      (wakeUp) => {
        wakeUp.wake();
        return {};
      },
      () => ({ hasOpenWriters: true }),
      () => ({}),
    ]);
  });

  it('polls at least every 100 ms however long the transaction stays open', async () => {
    // If the delays went on to double, these rounds would last 164 s.
    await runRounds(Array<() => RoundResult>(15).fill(() => ({ hasOpenWriters: true })));
  });

  it('retries after an error, and logs the first failure and the recovery', async () => {
    const errors: string[] = [];
    const fail = () => {
      throw new Error('no database');
    };
    const logged = await runRounds([fail, fail, () => ({})], {
      onError: () => void errors.push('error'),
    });
    expect(logged).toEqual(['cannot work; retrying', 'can work again']);
    expect(errors).toHaveLength(2);
  });

  it('retries after no more than the longest delay', async () => {
    const fail = () => {
      throw new Error('no database');
    };
    // Without it, ten failures last 100 s.
    await runRounds([...Array<() => never>(10).fill(fail), () => ({})], { maxRetryDelayMs: 1 });
  });

  it('ends a wait when it is aborted', async () => {
    const stop = new AbortController();
    const abortLater = () => {
      setImmediate(() => stop.abort());
      return {};
    };
    await runRounds([abortLater], { signal: stop.signal });
  });
});
