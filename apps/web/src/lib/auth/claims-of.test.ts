import { describe, expect, it } from 'vitest';
import { claimsOf } from './claims-of.ts';

describe('claimsOf', () => {
  it('claims the session, and the team that the page is of', () => {
    expect(claimsOf('s1', 'team1')).toEqual({ session: 's1', team: 'team1' });
    expect(claimsOf('s1', null)).toEqual({ session: 's1' });
  });

  it('claims no team that cannot be one', () => {
    for (const team of ['', 'a b', '../x', 'x'.repeat(65)]) {
      expect(claimsOf('s1', team)).toEqual({ session: 's1' });
    }
  });

  it('claims nothing without a session', () => {
    expect(claimsOf(null, 'team1')).toBeNull();
  });
});
