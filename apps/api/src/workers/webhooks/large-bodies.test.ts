import { setImmediate as tick } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { LargeBodies } from './large-bodies.ts';

const MiB = 1024 * 1024;
const body = (size: number) => async () => ({ body: Buffer.alloc(size) });

/** What has come of a promise so far. */
function watched<T>(promise: Promise<T>) {
  const state: { is: 'pending' | 'done' | 'failed'; value?: T } = { is: 'pending' };
  promise.then(
    (value) => Object.assign(state, { is: 'done', value }),
    () => Object.assign(state, { is: 'failed' }),
  );
  return state;
}

const settled = async () => {
  for (let count = 0; count < 5; count += 1) await tick();
};

/** With 64 MiB on their way. */
async function full() {
  const stopping = new AbortController();
  const bodies = new LargeBodies(stopping.signal);
  for (let count = 0; count < 16; count += 1) await bodies.make(body(4 * MiB));
  return { bodies, stopping, release: () => bodies.release(Buffer.alloc(4 * MiB)) };
}

test('a huge body waits until another is released, and smaller ones pass it', async () => {
  const { bodies, release } = await full();
  const waiting = watched(bodies.make(body(MiB)));
  expect(await bodies.make(body(100 * 1024))).toBeDefined();
  await settled();
  expect(waiting.is).toBe('pending');
  release();
  await settled();
  expect(waiting.is).toBe('done');
});

test('who came first goes first, also before those who come when there is room', async () => {
  const { bodies, release } = await full();
  const first = watched(bodies.make(body(4 * MiB)));
  await settled();
  const second = watched(bodies.make(body(4 * MiB)));
  await settled();
  release();
  const third = watched(bodies.make(body(4 * MiB)));
  await settled();
  expect([first.is, second.is, third.is]).toEqual(['done', 'pending', 'pending']);
  release();
  await settled();
  expect([second.is, third.is]).toEqual(['done', 'pending']);
});

test('one that fails, or is not to be sent any more, lets the next one go on', async () => {
  const { bodies, release } = await full();
  let hasGone = false;
  const gone = watched(bodies.make(async () => (hasGone ? undefined : { body: Buffer.alloc(MiB) })));
  await settled();
  const fails = watched(
    bodies.make(async () => {
      if (hasGone) throw new Error('the database is away');
      return { body: Buffer.alloc(MiB) };
    }),
  );
  await settled();
  const last = watched(bodies.make(body(MiB)));
  await settled();
  hasGone = true;
  release();
  await settled();
  expect([gone.is, fails.is, last.is]).toEqual(['done', 'failed', 'done']);
  expect(gone.value).toBeUndefined();
});

test('what waits ends when the worker stops', async () => {
  const { bodies, stopping } = await full();
  const waiting = watched(bodies.make(body(MiB)));
  await settled();
  stopping.abort();
  await settled();
  expect(waiting).toEqual({ is: 'done', value: undefined });
  expect(await bodies.make(body(MiB))).toBeUndefined();
});
