import { expect, it } from 'vitest';
import { RequestLimits } from './request-limits.ts';

const runningAndWaiting = 16 + 1_000;

it('rejects a look-up without a place because the address sends too much at once, and calls no credential invalid', async () => {
  const limits = new RequestLimits({ ratePerMinute: 600 });
  const enter = () => limits.enterLookup('192.0.2.1', { closed: false, once: () => undefined });
  const entered = Array.from({ length: runningAndWaiting }, async () => (await enter())());
  await expect(enter()).rejects.toMatchObject({
    code: 'RATE_LIMITED',
    message:
      'Too many requests from this address wait until a new credential is checked: send fewer at once.',
    retryAfterS: 2,
  });
  await Promise.all(entered);
});
