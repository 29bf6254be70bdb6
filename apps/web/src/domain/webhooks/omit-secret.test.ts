import { expect, test } from 'vitest';
import { withItem } from '#lib/by-id.ts';
import { omitSecret } from './omit-secret.ts';
import { sampleWebhook } from './testing/sample-webhook.ts';

const one = sampleWebhook({ id: 'one' });
const two = sampleWebhook({ id: 'two' });

test('puts a new endpoint last, without its secret', () => {
  const list = withItem([one], omitSecret({ ...two, secret: 'whsec_x' }));
  expect(list).toEqual([one, two]);
  expect(JSON.stringify(list)).not.toContain('whsec_x');
});
