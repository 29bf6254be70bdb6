import { describe, expect, test } from 'vitest';
import {
  answerWords,
  attemptsWords,
  errorBeside,
  latencyWords,
  nextTryWords,
  noAnswerWords,
} from './delivery-words.ts';

const at = '2026-11-21T12:00:00.000Z';
const attempt = (statusCode: number | null, error: string | null) => ({
  at,
  statusCode,
  error,
  latencyMs: 1204,
});

test.each([
  [attempt(200, null), '200', null],
  [attempt(500, 'The receiver answered 500.'), '500', null],
  [attempt(302, 'Redirects are not followed.'), '302', 'Redirects are not followed.'],
  [attempt(null, 'The connection was refused.'), 'The connection was refused', null],
  [attempt(null, null), 'No answer', null],
])('the answer of %o is %s', (tried, words, beside) => {
  expect([answerWords(tried), errorBeside(tried)]).toEqual([words, beside]);
});

test('numbers are exact', () => {
  expect(latencyWords(attempt(200, null))).toBe('1,204 ms');
  expect([attemptsWords(0), attemptsWords(1), attemptsWords(12)]).toEqual([
    '0 attempts',
    '1 attempt',
    '12 attempts',
  ]);
});

describe('the next try', () => {
  const now = new Date(at);
  test.each([
    ['2026-11-21T11:59:59Z', 'sending now'],
    ['2026-11-21T12:00:00Z', 'sending now'],
    ['2026-11-21T12:00:05Z', 'next try within a minute'],
    ['2026-11-21T12:04:10Z', 'next try in 4m'],
    ['2026-11-21T22:00:00Z', 'next try in 10h'],
  ])('at %s: %s', (time, words) => {
    expect(nextTryWords(time, now, { isEnabled: true })).toBe(words);
  });

  test('says less where its name stands beside it', () => {
    expect(nextTryWords('2026-11-21T12:04:10Z', now, { isEnabled: true, isNamed: true })).toBe('in 4m');
  });

  test('waits while the endpoint is disabled', () => {
    expect(nextTryWords('2026-11-21T11:59:59Z', now, { isEnabled: false })).toBe(
      'waits until the endpoint is enabled',
    );
  });
});

test.each([
  [undefined, 'None yet.'],
  [attempt(null, 'The connection was refused.'), 'None: The connection was refused.'],
  [attempt(204, null), 'The last attempt brought none.'],
])('without an answer after %o: %s', (last, words) => {
  expect(noAnswerWords(last)).toBe(words);
});
