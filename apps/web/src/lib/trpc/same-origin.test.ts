import { describe, expect, it } from 'vitest';
import { isSameOrigin } from './same-origin.ts';

const HOST = 'board.example:3000';

function request(method: string, headers: Record<string, string>): Request {
  return new Request(`http://${HOST}/api/trpc/x`, { method, headers: { host: HOST, ...headers } });
}

describe('isSameOrigin', () => {
  it.each([
    ['GET', { 'sec-fetch-site': 'same-origin' }, true],
    ['GET', { 'sec-fetch-site': 'none' }, true],
    ['GET', { 'sec-fetch-site': 'same-site' }, false],
    ['GET', { 'sec-fetch-site': 'cross-site' }, false],
    ['GET', {}, true],
    ['GET', { origin: 'http://evil.example' }, false],
    ['POST', { 'sec-fetch-site': 'same-origin' }, true],
    ['POST', { 'sec-fetch-site': 'none' }, false],
    ['POST', { 'sec-fetch-site': 'cross-site', origin: `http://${HOST}` }, false],
    ['POST', { origin: `http://${HOST}` }, true],
    ['POST', { origin: 'http://board.example:4000' }, false],
    ['POST', { origin: 'null' }, false],
    ['POST', {}, false],
  ])('%s with %o: %s', (method, headers, expected) => {
    expect(isSameOrigin(request(method, headers))).toBe(expected);
  });
});
