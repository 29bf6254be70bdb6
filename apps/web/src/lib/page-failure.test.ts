import { describe, expect, it } from 'vitest';
import { API_UNREACHABLE, pageFailureOf } from './page-failure.ts';

describe('pageFailureOf', () => {
  it('says that the service is away, with nothing to look up', () => {
    const failure = pageFailureOf(Object.assign(new Error('masked'), { digest: API_UNREACHABLE }));
    expect(failure).toMatchObject({ title: 'The service cannot be reached', digest: null });
  });

  it('names the mark under which the log has the cause of anything else', () => {
    expect(pageFailureOf(Object.assign(new Error('masked'), { digest: '12345' })).digest).toBe('12345');
  });

  it('accepts values that are not errors', () => {
    expect(pageFailureOf('text')).toMatchObject({ title: 'This page could not be shown', digest: null });
  });
});
