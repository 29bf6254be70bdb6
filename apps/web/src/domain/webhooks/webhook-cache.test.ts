import { expect, test } from 'vitest';
import { sampleWebhook } from './testing/sample-webhook.ts';
import { omitSecret, removeWebhook, upsertWebhook } from './webhook-cache.ts';

const one = sampleWebhook({ id: 'one' });
const two = sampleWebhook({ id: 'two' });

test('replaces a changed endpoint in place and does not modify the old list', () => {
  const before = [one, two];
  expect(upsertWebhook(before, { ...one, enabled: false }).map(({ enabled }) => enabled)).toEqual([
    false,
    true,
  ]);
  expect(before[0]?.enabled).toBe(true);
});

test('puts a new endpoint last, without its secret', () => {
  const list = upsertWebhook([one], omitSecret({ ...two, secret: 'whsec_x' }));
  expect(list).toEqual([one, two]);
  expect(JSON.stringify(list)).not.toContain('whsec_x');
});

test('removes a deleted endpoint', () => {
  expect(removeWebhook([one, two], 'one')).toEqual([two]);
});
