import { describe, expect, it } from 'vitest';
import { sessionCookie } from './session-cookie.ts';

describe('the cookie of the session', () => {
  it('is out of reach of scripts and other sites, and on https of every other host', () => {
    expect(sessionCookie(true)).toEqual({
      name: '__Host-crewboard-session',
      options: { httpOnly: true, sameSite: 'lax', path: '/', secure: true },
    });
    expect(sessionCookie(false)).toMatchObject({
      name: 'crewboard-session',
      options: { httpOnly: true, secure: false },
    });
  });
});
