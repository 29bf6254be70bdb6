import { describe, expect, it } from 'vitest';
import { SecretBox } from './secret-box.ts';

const appSecret = 'a secret that is long enough for a test';
const box = new SecretBox([appSecret]);

describe('a sealed secret', () => {
  it('opens for its owner under the same APP_SECRET, and has different bytes each time', async () => {
    const sealed = await box.seal('whsec_ä', 'w1');
    expect(sealed).not.toContain('whsec');
    expect(await box.seal('whsec_ä', 'w1')).not.toBe(sealed);
    expect(await new SecretBox([appSecret]).open(sealed, 'w1')).toBe('whsec_ä');
  });

  it('does not open for another owner, under another APP_SECRET, changed or truncated', async () => {
    const sealed = await box.seal('whsec_a', 'w1');
    const parts = sealed.split('.');
    const [, otherKey, iv, text, tag] = parts;
    const otherHeader = Buffer.from(JSON.stringify({ alg: 'dir', enc: 'A256GCM', sub: 'w2' })).toString(
      'base64url',
    );
    expect(await box.open(sealed, 'w2')).toBeUndefined();
    expect(await new SecretBox([`${appSecret}!`]).open(sealed, 'w1')).toBeUndefined();
    expect(await box.open([otherHeader, otherKey, iv, text, tag].join('.'), 'w2')).toBeUndefined();
    for (const broken of ['', 'x', parts.slice(0, 4).join('.'), `${sealed.slice(0, -4)}AAAA`]) {
      expect(await box.open(broken, 'w1')).toBeUndefined();
    }
  });

  it('opens with the previous secret, which seals nothing', async () => {
    const both = new SecretBox([`${appSecret}!`, appSecret]);
    const former = await box.seal('whsec_a', 'w1');
    expect([await both.open(former, 'w1'), await both.isCurrent(former, 'w1')]).toEqual(['whsec_a', false]);
    const sealed = await both.seal('whsec_a', 'w1');
    expect([await box.open(sealed, 'w1'), await both.isCurrent(sealed, 'w1')]).toEqual([undefined, true]);
  });
});
