import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { sign } from './signature.ts';

describe('a signature', () => {
  it('is the one that Standard Webhooks gives as its known answer', () => {
    const signature = sign('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', {
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      timestamp: 1_614_265_330,
      body: '{"test": 2432232314}',
    });
    expect(signature).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
  });

  it('is accepted by the library of Standard Webhooks, over characters of all lengths', () => {
    const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
    const signed = {
      id: 'cmi8w3k2p0001',
      timestamp: Math.floor(Date.now() / 1000),
      body: '{"a":"ä🚀\\u0000"}',
    };
    const headers = {
      'webhook-id': signed.id,
      'webhook-timestamp': String(signed.timestamp),
      'webhook-signature': `${sign(`whsec_${Buffer.alloc(32, 8).toString('base64')}`, signed)} ${sign(secret, signed)}`,
    };
    expect(new Webhook(secret).verify(signed.body, headers)).toEqual({ a: 'ä🚀\0' });
    expect(() => new Webhook(secret).verify(`${signed.body} `, headers)).toThrow();
  });
});
