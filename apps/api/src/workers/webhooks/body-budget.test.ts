import { setImmediate as tick } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { BodyBudget } from './body-budget.ts';

const MiB = 1024 * 1024;
const body = (size: number) => async () => ({ body: Buffer.alloc(size) });

/** The state of a promise. */
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

/** With 64 MiB in flight. */
async function full() {
  const stopping = new AbortController();
  const budget = new BodyBudget(stopping.signal);
  for (let count = 0; count < 16; count += 1) await budget.build(body(4 * MiB));
  return { budget, stopping, release: () => budget.release(Buffer.alloc(4 * MiB)) };
}

test('a huge body waits until another is released, and smaller ones do not', async () => {
  const { budget, release } = await full();
  const waiting = watched(budget.build(body(MiB)));
  expect(await budget.build(body(100 * 1024))).toBeDefined();
  await settled();
  expect(waiting.is).toBe('pending');
  release();
  await settled();
  expect(waiting.is).toBe('done');
});

test('huge bodies are sent in the order in which they came, although there is room for a later one', async () => {
  const { budget, release } = await full();
  const first = watched(budget.build(body(4 * MiB)));
  await settled();
  const second = watched(budget.build(body(4 * MiB)));
  await settled();
  release();
  const third = watched(budget.build(body(4 * MiB)));
  await settled();
  expect([first.is, second.is, third.is]).toEqual(['done', 'pending', 'pending']);
  release();
  await settled();
  expect([second.is, third.is]).toEqual(['done', 'pending']);
});

test('a body that cannot be built, or is no longer needed, lets the next one in', async () => {
  const { budget, release } = await full();
  let hasGone = false;
  const gone = watched(budget.build(async () => (hasGone ? undefined : { body: Buffer.alloc(MiB) })));
  await settled();
  const fails = watched(
    budget.build(async () => {
      if (hasGone) throw new Error('the database is away');
      return { body: Buffer.alloc(MiB) };
    }),
  );
  await settled();
  const last = watched(budget.build(body(MiB)));
  await settled();
  hasGone = true;
  release();
  await settled();
  expect([gone.is, fails.is, last.is]).toEqual(['done', 'failed', 'done']);
  expect(gone.value).toBeUndefined();
});

test('waiting bodies are dropped when the worker stops', async () => {
  const { budget, stopping } = await full();
  const waiting = watched(budget.build(body(MiB)));
  await settled();
  stopping.abort();
  await settled();
  expect(waiting).toEqual({ is: 'done', value: undefined });
  expect(await budget.build(body(MiB))).toBeUndefined();
});
