import { SignJWT } from 'jose';
import { expect, it } from 'vitest';
import { deriveKey } from './derive-key.ts';
import { isDeviceToken, readDeviceToken, signDeviceToken } from './device-token.ts';
import { signWebToken } from './web-token.ts';

const secret = 'a secret that is long enough for a test';
const [mine, theirs] = ['me@crewboard.test', 'you@crewboard.test'];

it('identifies the device for the account that it signed in to', async () => {
  const token = await signDeviceToken(secret, mine, 'd1');
  expect(await readDeviceToken([secret], mine, token)).toBe('d1');
  expect(await isDeviceToken([secret], token)).toBe(true);
});

it('rejects a token of another account, of another secret, of another kind, changed or expired', async () => {
  const token = await signDeviceToken(secret, mine, 'd1');
  const [head, payload, signature] = token.split('.');
  const claims = JSON.parse(Buffer.from(payload ?? '', 'base64url').toString());
  const forged = Buffer.from(JSON.stringify({ ...claims, jti: 'd2' })).toString('base64url');
  const signed = (expiration: string, jti?: string) => {
    const jwt = new SignJWT({ ...(jti && { jti }) })
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject(claims.sub);
    return jwt
      .setAudience('crewboard-sign-in')
      .setExpirationTime(expiration)
      .sign(deriveKey(secret, 'sign-in device'));
  };
  expect(await readDeviceToken([secret], theirs, token)).toBeUndefined();
  for (const invalid of [
    await signDeviceToken(`${secret}!`, mine, 'd1'),
    await signWebToken(secret, { session: 's1' }),
    await signed('-1s', 'd1'),
    await signed('1d'),
    `${head}.${forged}.${signature}`,
    `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`,
    '',
    'x',
  ]) {
    expect(await readDeviceToken([secret], mine, invalid)).toBeUndefined();
    expect(await isDeviceToken([secret], invalid)).toBe(false);
  }
});

it('accepts a token of the previous secret', async () => {
  const token = await signDeviceToken(secret, mine, 'd1');
  expect(await readDeviceToken([`${secret}!`, secret], mine, token)).toBe('d1');
  expect(await isDeviceToken([`${secret}!`, secret], token)).toBe(true);
});
