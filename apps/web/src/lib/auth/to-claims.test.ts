import { describe, expect, it } from 'vitest';
import { toClaims } from './to-claims.ts';

describe('toClaims', () => {
  it('claims the session and the team of the page', () => {
    expect(toClaims('s1', 'team1')).toEqual({ session: 's1', team: 'team1' });
    expect(toClaims('s1', null)).toEqual({ session: 's1' });
  });

  it('claims no team with an invalid id', () => {
    for (const team of ['', 'a b', '../x', 'x'.repeat(65)]) {
      expect(toClaims('s1', team)).toEqual({ session: 's1' });
    }
  });

  it('claims nothing without a session', () => {
    expect(toClaims(null, 'team1')).toBeNull();
  });
});
