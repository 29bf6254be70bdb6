import { SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { deriveKey } from './derive-key.ts';
import { readWebToken, signWebToken } from './web-token.ts';

const secret = 'a secret that is long enough for a test';
const other = 'another secret that is long enough, too';

const signed = (audience: string, expires: string, appSecret = secret) =>
  new SignJWT({ session: 's1' })
    .setProtectedHeader({ alg: 'HS256' })
    .setAudience(audience)
    .setExpirationTime(expires)
    .sign(deriveKey(appSecret, 'web to api'));

describe('a token of the web server', () => {
  it('returns its claims under the same secret', async () => {
    const token = await signWebToken(secret, { session: 's1', team: 't1' });
    expect(await readWebToken([secret], token)).toEqual({ session: 's1', team: 't1' });
    expect(await readWebToken([secret], await signWebToken(secret, {}))).toEqual({});
  });

  it('is invalid under another secret, for another audience, expired, or changed', async () => {
    const token = await signWebToken(secret, { session: 's1' });
    const [head, , tail] = token.split('.');
    const forged = Buffer.from('{"session":"s2","aud":"crewboard-api","exp":9999999999}').toString(
      'base64url',
    );
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${forged}.`;
    const useless = [
      await signWebToken(other, { session: 's1' }),
      await signed('somebody-else', '60s'),
      await signed('crewboard-api', '-1s'),
      `${head}.${forged}.${tail}`,
      unsigned,
      'a.b.c',
    ];
    for (const candidate of useless) expect(await readWebToken([secret], candidate)).toBeUndefined();
  });

  it('is accepted when the previous secret signed it', async () => {
    const token = await signWebToken(secret, { session: 's1' });
    expect(await readWebToken([other, secret], token)).toEqual({ session: 's1' });
  });

  it('is signed with a key that is used for nothing else', () => {
    expect(deriveKey(secret, 'web to api')).not.toEqual(deriveKey(secret, 'session cookie'));
  });
});
