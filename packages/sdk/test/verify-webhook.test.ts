import { verifyWebhook, WebhookVerificationError } from '@crewboard/sdk';
import { Webhook } from 'standardwebhooks';
import { expect, it } from 'vitest';

const secretOf = (text: string) => `whsec_${Buffer.from(text).toString('base64')}`;
const secret = secretOf('the secret of this receiver!');
const former = secretOf('the secret before a rotation');
const body = '{"type":"task.completed","data":{"task":{"title":"Grüße"}}}';

function signed({ by = [secret], at = new Date() } = {}) {
  const signatures = by.map((one) => new Webhook(one).sign('msg_1', at, body));
  return {
    'webhook-id': 'msg_1',
    'webhook-timestamp': `${Math.floor(at.getTime() / 1_000)}`,
    'webhook-signature': signatures.join(' '),
  };
}

it.each([
  ['a body as text', body],
  ['a body as bytes', new TextEncoder().encode(body)],
])('verifies %s', async (_, raw) => {
  expect(await verifyWebhook(signed(), raw, secret)).toEqual(JSON.parse(body));
  expect(await verifyWebhook(new Headers(signed()), raw, secret)).toEqual(JSON.parse(body));
});

it('verifies with either secret after a rotation', async () => {
  const headers = signed({ by: [secret, former] });
  for (const one of [secret, former]) expect(await verifyWebhook(headers, body, one)).toBeTruthy();
});

const minutesFromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000);
it.each<[string, Record<string, string>, string]>([
  ['another secret', signed({ by: [former] }), body],
  ['another body', signed(), body.replace('ü', 'u')],
  ['another id', { ...signed(), 'webhook-id': 'msg_2' }, body],
  ['an old request', signed({ at: minutesFromNow(-6) }), body],
  ['a request of the future', signed({ at: minutesFromNow(6) }), body],
  ['another version of signatures', { ...signed(), 'webhook-signature': 'v2,AAAA' }, body],
  ['a signature that is not base64', { ...signed(), 'webhook-signature': 'v1,?' }, body],
  ['a missing header', { ...signed(), 'webhook-signature': '' }, body],
  ['a time that is no number', { ...signed(), 'webhook-timestamp': 'NaN' }, body],
])('rejects %s', async (_, headers, raw) => {
  await expect(verifyWebhook(headers, raw, secret)).rejects.toThrow(WebhookVerificationError);
});

it('rejects a secret that is none', async () => {
  await expect(verifyWebhook(signed(), body, 'whsec_')).rejects.toThrow(TypeError);
});
