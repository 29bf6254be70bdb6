import { describe, expect, test } from 'vitest';
import {
  errorDetail,
  latencyLabel,
  nextAttemptLabel,
  noResponseReason,
  responseLabel,
} from './delivery-labels.ts';

const at = '2026-11-21T12:00:00.000Z';
const attempt = (statusCode: number | null, error: string | null) => ({
  at,
  statusCode,
  error,
  latencyMs: 1204,
});

test.each([
  [attempt(200, null), '200', null],
  [attempt(500, 'The receiver responded with 500.'), '500', null],
  [attempt(302, 'Redirects are not followed.'), '302', 'Redirects are not followed.'],
  [attempt(null, 'The connection was refused.'), 'The connection was refused', null],
  [attempt(null, null), 'No response', null],
])('the response to %o is %s', (tried, label, detail) => {
  expect([responseLabel(tried), errorDetail(tried)]).toEqual([label, detail]);
});

test('numbers are exact', () => {
  expect(latencyLabel(attempt(200, null))).toBe('1,204 ms');
});

describe('the next attempt', () => {
  const now = new Date(at);
  test.each([
    ['2026-11-21T11:59:59Z', 'sending now'],
    ['2026-11-21T12:00:00Z', 'sending now'],
    ['2026-11-21T12:00:05Z', 'next attempt within a minute'],
    ['2026-11-21T12:04:10Z', 'next attempt in 4m'],
    ['2026-11-21T22:00:00Z', 'next attempt in 10h'],
  ])('at %s: %s', (time, label) => {
    expect(nextAttemptLabel(time, now, { isEnabled: true })).toBe(label);
  });

  test('omits "Next attempt" when it is shown beside the time', () => {
    expect(nextAttemptLabel('2026-11-21T12:04:10Z', now, { isEnabled: true, isNamed: true })).toBe('in 4m');
  });

  test('says that it is held, at any time', () => {
    for (const time of ['2026-11-21T11:59:59Z', '2026-11-21T22:00:00Z'])
      expect(nextAttemptLabel(time, now, { isEnabled: true, isHeld: true })).toBe('held');
  });

  test('says that it waits while the endpoint is disabled', () => {
    expect(nextAttemptLabel('2026-11-21T11:59:59Z', now, { isEnabled: false })).toBe(
      'waits until the endpoint is enabled',
    );
  });
});

test.each([
  [undefined, 'None yet.'],
  [attempt(null, 'The connection was refused.'), 'None: The connection was refused.'],
  [attempt(204, null), 'The last attempt got no response.'],
])('without a response after %o: %s', (last, reason) => {
  expect(noResponseReason(last)).toBe(reason);
});
