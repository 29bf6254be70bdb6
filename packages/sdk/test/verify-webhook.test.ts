import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { expect, it } from 'vitest';
import { verifyWebhook, WebhookVerificationError } from '../src/index.ts';

const secretOf = (text: string) => `whsec_${Buffer.from(text).toString('base64')}`;
const secret = secretOf('the secret of this receiver!');
const former = secretOf('the secret before a rotation');
const body = '{"type":"task.completed","data":{"task":{"title":"Grüße"}}}';

function signed({ by = [secret], at = new Date(), text = body } = {}) {
  const signatures = by.map((one) => new Webhook(one).sign('msg_1', at, text));
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

it('finds headers in any case of their names', async () => {
  const headers = Object.entries(signed()).map(([name, value]) => [
    name.replace('webhook', 'Webhook'),
    value,
  ]);
  expect(await verifyWebhook(Object.fromEntries(headers), body, secret)).toEqual(JSON.parse(body));
});

it('verifies a large body in a small heap', async () => {
  const program = `
    import { verifyWebhook } from ${JSON.stringify(path.join(import.meta.dirname, '../src/index.ts'))};
    import { createHmac } from 'node:crypto';
    const body = Buffer.from(JSON.stringify({ text: 'x'.repeat(16 * 1024 * 1024) }));
    const at = Math.floor(Date.now() / 1000);
    const mac = createHmac('sha256', 'secret').update('msg_1.' + at + '.').update(body).digest('base64');
    const headers = { 'webhook-id': 'msg_1', 'webhook-timestamp': String(at), 'webhook-signature': 'v1,' + mac };
    const { text } = await verifyWebhook(headers, body, 'whsec_' + btoa('secret'));
    console.log(text.length);`;
  const args = ['--max-old-space-size=64', '--input-type=module', '--eval', program];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  expect(stdout).toBe(`${16 * 1024 * 1024}\n`);
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

it('rejects a signed body that is not JSON', async () => {
  const text = 'type=task.completed';
  await expect(verifyWebhook(signed({ text }), text, secret)).rejects.toThrow(
    new WebhookVerificationError('The body is not JSON.'),
  );
});

it('looks at a few signatures only', async () => {
  const many = signed({ by: [...Array(8).fill(former), secret] });
  await expect(verifyWebhook(many, body, secret)).rejects.toThrow(WebhookVerificationError);
});

const useTheSecret =
  'Pass the `whsec_…` that the service returned when the webhook was created or its secret rotated';
const useTheBody = 'Pass the text or the bytes as received';
const useTheHeaders = 'Pass the headers of the request';
it.each<[string, unknown, unknown, unknown, string]>([
  ['a missing secret', signed(), body, undefined, useTheSecret],
  ['an empty secret', signed(), body, '', useTheSecret],
  ['a secret without bytes', signed(), body, 'whsec_', useTheSecret],
  ['a secret that is not base64', signed(), body, 'whsec_?', useTheSecret],
  ['a parsed body', signed(), JSON.parse(body), secret, useTheBody],
  ['a missing body', signed(), undefined, secret, useTheBody],
  ['missing headers', undefined, body, secret, useTheHeaders],
  ['no headers', {}, body, secret, useTheHeaders],
  ['the request instead of its headers', { headers: signed() }, body, secret, useTheHeaders],
  ['a header less', { ...signed(), 'webhook-id': undefined }, body, secret, useTheHeaders],
])('says what to do about %s', async (_, headers, raw, key, remedy) => {
  const verified = verifyWebhook(headers as Headers, raw as string, key as string);
  const error = await verified.catch((error: unknown) => error);
  expect(error).toBeInstanceOf(WebhookVerificationError);
  expect((error as Error).message).toContain(remedy);
  expect((error as Error).message).not.toContain(secret);
});
