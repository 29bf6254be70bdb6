import { describe, expect, it } from 'vitest';
import { sessionCookie } from './session-cookie.ts';

describe('the cookie of the session', () => {
  it('is hidden from scripts and other sites and, over https, limited to this host', () => {
    expect(sessionCookie(true)).toEqual({
      name: '__Host-crewboard-session',
      options: { httpOnly: true, sameSite: 'lax', path: '/', secure: true, maxAge: 5_184_000 },
    });
    expect(sessionCookie(false)).toMatchObject({
      name: 'crewboard-session',
      options: { httpOnly: true, secure: false },
    });
  });
});
