import { expect, test } from 'vitest';
import { sampleWebhook } from '#domain/webhooks/testing/sample-webhook.ts';
import { dismissalKey, findAutoDisabled, parseDismissals } from './auto-disabled.ts';
import { describeAutoDisabled } from './describe-auto-disabled.tsx';

const gone = sampleWebhook({
  enabled: false,
  disabledReason: 'gone',
  disabledAt: '2026-11-20T10:00:00.000Z',
});

test('names a single endpoint and the reason', () => {
  expect(describeAutoDisabled([gone])).toBe(
    'Deliveries to hooks.example.com stopped: the receiver responded with 410 Gone.',
  );
  expect(describeAutoDisabled([{ ...gone, disabledReason: 'failing' }])).toBe(
    'Deliveries to hooks.example.com stopped: every attempt failed for five days.',
  );
});

test('counts several endpoints', () => {
  expect(describeAutoDisabled([gone, gone, gone])).toBe('Deliveries to 3 endpoints stopped.');
});

test('treats the next disabling of an endpoint as a new one', () => {
  expect(dismissalKey({ ...gone, disabledAt: '2026-11-21T10:00:00.000Z' })).not.toBe(dismissalKey(gone));
});

test('finds only endpoints that the service has disabled', () => {
  const webhooks = [
    sampleWebhook({ id: 'on' }),
    sampleWebhook({ id: 'off', enabled: false, disabledReason: 'switched_off' }),
    sampleWebhook({ id: 'gone', enabled: false, disabledReason: 'gone' }),
  ];
  expect(findAutoDisabled(webhooks).map(({ id }) => id)).toEqual(['gone']);
});

test.each([
  ['a.1~b.2', ['a.1', 'b.2']],
  ['a.1', ['a.1']],
  ['~', []],
  ['', []],
  [undefined, []],
])('parses the cookie %s as %j', (cookie, keys) => {
  expect(parseDismissals(cookie)).toEqual(keys);
});
