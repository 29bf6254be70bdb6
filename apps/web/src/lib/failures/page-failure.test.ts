import { describe, expect, it } from 'vitest';
import { API_UNREACHABLE, pageFailureOf, rateLimitedDigest, waitSecondsOf } from './page-failure.ts';

describe('pageFailureOf', () => {
  it('reports that the service cannot be reached, without a digest', () => {
    const failure = pageFailureOf(Object.assign(new Error('masked'), { digest: API_UNREACHABLE }));
    expect(failure).toMatchObject({ title: 'The service cannot be reached', digest: null });
  });

  it('says that the page tries again by itself once it does, and only after a failure that passes', () => {
    const adviceOf = (digest: string, passedSeconds?: number) =>
      pageFailureOf(Object.assign(new Error('masked'), { digest }), passedSeconds).advice;
    for (const digest of [API_UNREACHABLE, rateLimitedDigest(12)]) {
      expect(adviceOf(digest)).toMatch(/Try again in a moment\.$/);
      expect(adviceOf(digest, 0)).toMatch(/This page tries again by itself\.$/);
    }
    expect(waitSecondsOf(Object.assign(new Error('masked'), { digest: API_UNREACHABLE }))).toBe(0);
    expect(waitSecondsOf(Object.assign(new Error('masked'), { digest: '12345' }))).toBeNull();
  });

  it('says when to try again after too many requests, without a digest', () => {
    const error = Object.assign(new Error('masked'), { digest: rateLimitedDigest(12) });
    const titleAfter = (seconds: number) => pageFailureOf(error, seconds).title;
    expect(pageFailureOf(error).digest).toBeNull();
    expect(waitSecondsOf(error)).toBe(12);
    expect(titleAfter(0)).toBe('Too many requests, try again in 12 seconds');
    expect(titleAfter(11)).toBe('Too many requests, try again in 1 second');
    expect(titleAfter(12)).toBe('Too many requests, try again now');
  });

  it('returns the digest of any other error, which the log has as well', () => {
    expect(pageFailureOf(Object.assign(new Error('masked'), { digest: '12345' })).digest).toBe('12345');
  });

  it('accepts values that are not errors', () => {
    expect(pageFailureOf('text')).toMatchObject({ title: 'This page could not be shown', digest: null });
  });
});
