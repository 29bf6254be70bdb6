import { setTimeout as delay, setImmediate as nextLoop } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { TeamTurns } from './team-turns.ts';

/** Records which slice ran when, by a clock on which each slice takes a fixed time. */
function recorder() {
  let now = 0;
  const order: string[] = [];
  const turns = new TeamTurns({ now: () => now });
  function* work(name: string, slices: number, msPerSlice: number): Generator<void, string> {
    for (let slice = 1; slice <= slices; slice += 1) {
      order.push(`${name}${slice}`);
      now += msPerSlice;
      if (slice < slices) yield;
    }
    return name;
  }
  return { order, turns, work };
}

describe('TeamTurns', () => {
  it('gives other teams their turn after 8 ms of one team', async () => {
    const { order, turns, work } = recorder();
    await Promise.all([
      turns.of('a').runSlices(work('a', 5, 4)),
      turns.of('b').runSlices(work('b', 3, 8)),
      turns.of('c').runSlices(work('c', 1, 1)),
    ]);
    expect(order).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'a4', 'b2', 'a5', 'b3']);
  });

  it('finishes each piece of work of a team before the next one', async () => {
    const { order, turns, work } = recorder();
    const results = await Promise.all([
      turns.of('a').runSlices(work('first', 2, 9)),
      turns.of('a').runSlices(work('next', 2, 9)),
    ]);
    expect(order).toEqual(['first1', 'first2', 'next1', 'next2']);
    expect(results).toEqual(['first', 'next']);
  });

  it('serves the event loop between the turns of the only team', async () => {
    const { order, turns, work } = recorder();
    const finished = turns.of('a').runSlices(work('a', 3, 8));
    let isFinished = false;
    void finished.then(() => {
      isFinished = true;
    });
    while (!isFinished) {
      order.push('loop');
      await nextLoop();
    }
    expect(order.filter((entry, index) => entry !== 'loop' || order[index - 1] !== 'loop')).toEqual([
      ...['loop', 'a1', 'loop', 'a2', 'loop', 'a3'],
    ]);
  });

  it('pauses between the turns of long work', async () => {
    const { order, turns, work } = recorder();
    let isFinished = false;
    const finished = turns
      .of('a')
      .runSlices(work('a', 20, 8))
      .then(() => {
        isFinished = true;
      });
    while (!isFinished) {
      await delay(1);
      order.push('other');
    }
    await finished;
    const others = (from: string, to: string) => order.slice(order.indexOf(from) + 1, order.indexOf(to));
    for (const slice of [16, 17, 18, 19]) expect(others(`a${slice}`, `a${slice + 1}`)).toContain('other');
  });

  it('pauses after each 8 ms of work, in any number of turns', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    try {
      const { order, turns, work } = recorder();
      for (let n = 0; n < 150; n += 1) void turns.of(`team ${n}`).runSlices(work('short', 1, 1));
      const doneAfter = async (ms: number) => {
        vi.advanceTimersByTime(ms);
        for (let loops = 0; loops < 300; loops += 1) await nextLoop();
        return order.length;
      };
      // The burst, and then as much at a time.
      expect(await doneAfter(0)).toBe(128);
      expect(await doneAfter(7)).toBe(128);
      expect(await doneAfter(1)).toBe(136);
      expect(await doneAfter(8)).toBe(144);
      expect(await doneAfter(8)).toBe(150);
    } finally {
      vi.useRealTimers();
    }
  });

  it('counts what a slice leaves to the next tick, such as the write of a socket', async () => {
    let now = 0;
    const turns = new TeamTurns({ now: () => now });
    const order: string[] = [];
    const write = (teamId: string, name: string) =>
      turns.of(teamId).run(() => {
        order.push(name);
        process.nextTick(() => {
          now += 8;
        });
      });
    await Promise.all([write('a', 'a1'), write('a', 'a2'), write('b', 'b1')]);
    expect(order).toEqual(['a1', 'b1', 'a2']);
  });

  it('rejects with the error of a piece of work and continues with the next one', async () => {
    const { turns, work } = recorder();
    const failed = turns.of('a').run(() => {
      throw new Error('not JSON');
    });
    const next = turns.of('a').runSlices(work('next', 1, 1));
    await expect(failed).rejects.toThrow('not JSON');
    await expect(next).resolves.toBe('next');
  });
});
