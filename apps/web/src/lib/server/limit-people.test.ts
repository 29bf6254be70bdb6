import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { PersonLimit } from './limit-people.ts';

const respond = () => new EventEmitter() as ServerResponse;
const call = { isPage: false };
const page = { isPage: true };

it('allows a person 64 running requests, and the next one once a response is closed', async () => {
  const limit = new PersonLimit();
  const responses = Array.from({ length: 65 }, respond);
  const results = await Promise.all(responses.map((response) => limit.enter('a', response, call)));
  expect(results).toEqual(responses.map((_, index) => index < 64));
  expect(await limit.enter('b', respond(), call)).toBe(true);
  responses[0]?.emit('close');
  expect(await limit.enter('a', respond(), call)).toBe(true);
  expect(await limit.enter('a', respond(), call)).toBe(false);
});

/** Pages of one person, and the numbers of those that have started. */
function openPages(limit: PersonLimit, count: number) {
  const started: number[] = [];
  const responses = Array.from({ length: count }, (_, index) => {
    const response = respond();
    void limit.enter('a', response, page).then(() => started.push(index));
    return response;
  });
  return { started, responses };
}

it('starts the pages of a person two at a time, in their order, without delaying their calls and other people', async () => {
  const limit = new PersonLimit();
  const { started, responses } = openPages(limit, 4);
  await setImmediate();
  expect(started).toEqual([0, 1]);
  expect(await limit.enter('a', respond(), call)).toBe(true);
  expect(await limit.enter('b', respond(), page)).toBe(true);
  responses[1]?.emit('close');
  await setImmediate();
  expect(started).toEqual([0, 1, 2]);
});

it('starts the next pages after a second, even if the client does not read the first ones', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  try {
    const { started } = openPages(new PersonLimit(), 4);
    await setImmediate();
    expect(started).toEqual([0, 1]);
    await vi.advanceTimersByTimeAsync(1_000);
    await setImmediate();
    expect(started).toEqual([0, 1, 2, 3]);
  } finally {
    vi.useRealTimers();
  }
});
