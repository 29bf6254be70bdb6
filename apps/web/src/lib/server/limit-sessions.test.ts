import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import { SessionLimit } from './limit-sessions.ts';

const respond = () => new EventEmitter() as ServerResponse;

it('allows a session 64 running requests, and another one when one of them is closed', () => {
  const limit = new SessionLimit();
  const responses = Array.from({ length: 65 }, respond);
  expect(responses.filter((response) => limit.enter('a', response))).toEqual(responses.slice(0, 64));
  expect(limit.enter('b', respond())).toBe(true);
  responses[0]?.emit('close');
  expect(limit.enter('a', respond())).toBe(true);
  expect(limit.enter('a', respond())).toBe(false);
});
