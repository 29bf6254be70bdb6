import { encode } from 'next-auth/jwt';
import { describe, expect, it } from 'vitest';
import { cookieSecret } from '../auth/decode-session.ts';
import { checkRequest, type SessionState } from './check-request.ts';

const appSecret = 'a secret that is long enough for a test';
const sessionCookie = async (secret = appSecret, claims: object = { userId: 'u1', sessionId: 's1' }) =>
  `other=1; crewboard-session=${await encode({ token: { ...claims }, secret: cookieSecret(secret) })}`;

/** `state` is the API's response about the session, if it is called. */
const check = async (
  method: string,
  url: string,
  headers: Record<string, string> = {},
  state: SessionState = 'active',
) =>
  (
    await checkRequest(
      { method, url, headers },
      { appSecrets: [appSecret], isHttps: false },
      async () => state,
    )
  )?.status;

describe('checkRequest', () => {
  it('lets a call with a session send a body of up to 1 MiB', async () => {
    const cookie = await sessionCookie();
    const length = (bytes: number) => ({ cookie, 'content-length': String(bytes) });
    expect(await check('POST', '/api/trpc/tasks.create', length(1024 * 1024))).toBeUndefined();
    expect(await check('POST', '/api/trpc/tasks.create', length(1024 * 1024 + 1))).toBe(413);
    expect(await check('POST', '/api/trpc/tasks.create', { cookie })).toBeUndefined();
    expect(await check('POST', '/api/trpc/tasks.create', { cookie, 'transfer-encoding': 'chunked' })).toBe(
      411,
    );
  });

  it('checks the session with the API before accepting a body over 16 KiB', async () => {
    const cookie = await sessionCookie();
    const statusFor = (bytes: number, state: SessionState) =>
      check('POST', '/api/trpc/tasks.create', { cookie, 'content-length': String(bytes) }, state);
    expect(await statusFor(16_384, 'ended')).toBeUndefined();
    expect(await statusFor(16_385, 'ended')).toBe(401);
    expect(await statusFor(16_385, 'unknown')).toBe(503);
    expect(await statusFor(16_385, 'active')).toBeUndefined();
  });

  it('rejects a call without a valid session, with any body', async () => {
    const cookies = [
      undefined,
      'crewboard-session=',
      'crewboard-session=a.b.c.d.e',
      'x-crewboard-session=1',
      await sessionCookie('another secret that is long enough, too'),
      await sessionCookie(appSecret, {}),
    ];
    for (const cookie of cookies) {
      const headers = { 'content-length': '400000000', ...(cookie && { cookie }) };
      expect(await check('POST', '/api/trpc/tasks.create', headers)).toBe(401);
    }
  });

  it('lets a sign-in send up to 16 KiB', async () => {
    const length = (bytes: number) => ({ 'content-length': String(bytes) });
    expect(await check('POST', '/api/auth/callback/credentials', length(16_384))).toBeUndefined();
    expect(await check('POST', '/api/auth/callback/credentials', length(16_385))).toBe(413);
    expect(await check('POST', '/api/join/accept', length(16_384))).toBeUndefined();
    expect(await check('POST', '/api/join/accept', length(16_385))).toBe(413);
    expect(await check('POST', '/api/auth/signout', { 'transfer-encoding': 'chunked' })).toBe(411);
  });

  it.each([
    ['POST', '/sign-in', 405],
    ['POST', '/api', 405],
    ['POST', 'http://board.example/api/trpc/tasks.create', 405],
    ['PUT', '/api/trpc/tasks.create', 405],
    ['OPTIONS', '/', 405],
    ['TRACE', '/', 405],
  ])('rejects %s %s before its body', async (method, url, status) => {
    expect(await check(method, url, { cookie: await sessionCookie(), 'content-length': '1' })).toBe(status);
  });

  it('accepts no body with GET or HEAD', async () => {
    for (const method of ['GET', 'HEAD']) {
      expect(await check(method, '/sign-in')).toBeUndefined();
      expect(await check(method, '/sign-in', { 'content-length': '0' })).toBeUndefined();
      expect(await check(method, '/sign-in', { 'content-length': '1' })).toBe(400);
      expect(await check(method, '/sign-in', { 'transfer-encoding': 'chunked' })).toBe(400);
    }
  });
});
