import { expect, test } from 'vitest';
import { sampleWebhook } from '../../domain/webhooks/testing/sample-webhook.ts';
import { changedFields } from './changed-fields.ts';

const url = 'https://example.com/hook';

test('an endpoint that was saved as it is changes nothing', () => {
  const shown = sampleWebhook({ url, description: null, eventTypes: ['*'] });
  expect(changedFields(shown, { url, description: null, eventTypes: ['*'] })).toEqual({});
});

test('the order of the types, and those that the form does not know, are no change', () => {
  const shown = sampleWebhook({
    url,
    description: 'Words',
    eventTypes: ['task.moved', 'task.later', 'task.created'],
  });
  const values = { url, description: 'Words', eventTypes: ['task.created' as const, 'task.moved' as const] };
  expect(changedFields(shown, values)).toEqual({});
});

test.each([
  ['URL', { url: `${url}/new` }],
  ['description', { description: 'New words' }],
  ['description, which is gone', { description: null }],
  ['events', { eventTypes: ['*' as const] }],
])('another %s is all that is sent', (_, changed) => {
  const shown = sampleWebhook({ url, description: 'Words', eventTypes: ['task.completed'] });
  const values = { url, description: 'Words', eventTypes: ['task.completed' as const] };
  expect(changedFields(shown, { ...values, ...changed })).toEqual(changed);
});
