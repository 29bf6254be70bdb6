import { TRPCClientError } from '@trpc/client';
import { expect, test } from 'vitest';
import { sampleWebhook } from '#domain/webhooks/testing/sample-webhook.ts';
import {
  changedFields,
  checkEndpointDescription,
  checkEvents,
  checkUrl,
  rejectedFields,
} from './form-rules.ts';

test('requires a URL and at least one event', () => {
  expect([checkUrl(' '), checkUrl('x')]).toEqual(['The URL must have 1 to 2048 characters.', null]);
  expect(checkUrl('🤖'.repeat(2_048))).toBeNull();
  expect(checkUrl('🤖'.repeat(2_049))).toMatch('1 to 2048');
  expect(checkEvents({ scope: 'chosen', chosen: [] })).toMatch('at least one');
  expect(checkEvents({ scope: 'all', chosen: [] })).toBeNull();
  expect(checkEndpointDescription('x'.repeat(1_001))).toMatch('at most 1000');
});

const rejection = (errors: { path: string; message: string }[]) =>
  TRPCClientError.from({
    error: { message: '', code: -32600, data: { problem: { code: 'VALIDATION_ERROR', errors } } },
  } as never);

test('shows the first error of a field at that field', () => {
  const error = rejection([
    { path: 'url', message: 'leads to an address that is not public' },
    { path: 'url', message: 'is too long' },
    { path: 'eventTypes.0', message: 'must be known' },
  ]);
  expect(rejectedFields(error)).toEqual({
    url: 'The URL leads to an address that is not public.',
    events: 'The list of event types must be known.',
  });
});

test('other errors are shown at no field', () => {
  expect(rejectedFields(rejection([{ path: 'teamId', message: 'is unknown' }]))).toEqual({});
  expect(rejectedFields(new Error('offline'))).toEqual({});
});

const url = 'https://example.com/hook';

test('finds no change in an unchanged endpoint', () => {
  const shown = sampleWebhook({ url, description: null, eventTypes: ['*'] });
  expect(changedFields(shown, { url, description: null, eventTypes: ['*'] })).toEqual({});
});

test('ignores the order of event types, and unknown ones', () => {
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
  ['description that was removed', { description: null }],
  ['events', { eventTypes: ['*' as const] }],
])('sends only a changed %s', (_, changed) => {
  const shown = sampleWebhook({ url, description: 'Words', eventTypes: ['task.completed'] });
  const values = { url, description: 'Words', eventTypes: ['task.completed' as const] };
  expect(changedFields(shown, { ...values, ...changed })).toEqual(changed);
});
