import { expect, test } from 'vitest';
import { sampleWebhook } from '../../domain/webhooks/testing/sample-webhook.ts';
import { stopKey, stoppedWords } from './stopped-words.ts';

const gone = sampleWebhook({
  enabled: false,
  disabledReason: 'gone',
  disabledAt: '2026-11-20T10:00:00.000Z',
});

test('one endpoint is named, with the reason', () => {
  expect(stoppedWords([gone])).toBe(
    'Deliveries to hooks.example.com stopped: the receiver answered 410 Gone.',
  );
  expect(stoppedWords([{ ...gone, disabledReason: 'failing' }])).toBe(
    'Deliveries to hooks.example.com stopped: every attempt of five days failed.',
  );
});

test('several are counted', () => {
  expect(stoppedWords([gone, gone, gone])).toBe('Deliveries to 3 endpoints stopped.');
});

test('the next disabling of the same endpoint is another one', () => {
  expect(stopKey({ ...gone, disabledAt: '2026-11-21T10:00:00.000Z' })).not.toBe(stopKey(gone));
});
