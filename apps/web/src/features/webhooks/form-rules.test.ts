import { TRPCClientError } from '@trpc/client';
import { expect, test } from 'vitest';
import { checkDescription, checkEvents, checkUrl, refusedFields } from './form-rules.ts';

test('a URL and at least one event are needed', () => {
  expect([checkUrl(' '), checkUrl('x')]).toEqual(['A URL is needed.', null]);
  expect(checkEvents({ scope: 'chosen', chosen: [] })).toMatch('at least one');
  expect(checkEvents({ scope: 'all', chosen: [] })).toBeNull();
  expect(checkDescription('x'.repeat(1_001))).toMatch('at most 1,000');
});

const refusal = (errors: { path: string; message: string }[]) =>
  TRPCClientError.from({
    error: { message: '', code: -32600, data: { problem: { code: 'VALIDATION_ERROR', errors } } },
  } as never);

test('what the API refuses stands at its field, the first of several', () => {
  const error = refusal([
    { path: 'url', message: 'leads to an address that is not public' },
    { path: 'url', message: 'is too long' },
    { path: 'eventTypes.0', message: 'must be known' },
  ]);
  expect(refusedFields(error)).toEqual({
    url: 'The URL leads to an address that is not public.',
    events: 'The list of event types must be known.',
  });
});

test('what is about no field of the form, or no refusal at all, stands at none', () => {
  expect(refusedFields(refusal([{ path: 'teamId', message: 'is unknown' }]))).toEqual({});
  expect(refusedFields(new Error('offline'))).toEqual({});
});
