import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { signDeviceToken } from '@crewboard/app-secret';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AnonymousQueue } from './queue-anonymous.ts';

const appSecret = 'a secret that is long enough for a test';
const respond = () => new EventEmitter() as ServerResponse;
const unknown = { headers: {} };

async function knownDevice() {
  const token = await signDeviceToken(appSecret, 'me@crewboard.test', 'd1');
  return { headers: { cookie: `crewboard-device=${token}` } };
}

/** Runs all pending work that does not wait for a timer. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

// With real timers, a slow test would start requests early.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

it('starts two requests, the next one once a response is closed or after 25 ms, and that of a known device at once', async () => {
  const queue = new AnonymousQueue({ appSecrets: [appSecret], isHttps: false });
  const started: number[] = [];
  const responses = Array.from({ length: 5 }, respond);
  for (const [index, response] of responses.entries()) {
    void queue.enter(unknown, response).then(() => started.push(index));
  }
  await settle();
  expect(started).toEqual([0, 1]);
  responses[1]?.emit('close');
  await settle();
  expect(started).toEqual([0, 1, 2]);

  expect(await queue.enter(await knownDevice(), respond())).toBe(true);
  expect(started).toEqual([0, 1, 2]);
  await vi.advanceTimersByTimeAsync(25);
  await settle();
  expect(started).toEqual([0, 1, 2, 3, 4]);
});

it('queues 500 requests and rejects the next at once, but not one of a known device', async () => {
  const queue = new AnonymousQueue({ appSecrets: [appSecret], isHttps: false });
  const entered = Array.from({ length: 503 }, () => queue.enter(unknown, respond()));
  expect(await entered.at(-1)).toBe(false);
  expect(await queue.enter(await knownDevice(), respond())).toBe(true);
  const forged = { headers: { cookie: 'crewboard-device=forged' } };
  expect(await queue.enter(forged, respond())).toBe(false);
});
