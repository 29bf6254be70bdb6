import { expect, test } from 'vitest';
import { sampleWebhook } from '../../domain/webhooks/testing/sample-webhook.ts';
import { noticeOf } from './notice-words.ts';

const at = '2026-11-20T10:00:00.000Z';

test('what is well, or failed once, needs no notice', () => {
  expect(noticeOf(sampleWebhook())).toBeNull();
  expect(noticeOf(sampleWebhook({ failuresInRow: 1, failingSince: at }))).toBeNull();
});

test('failures in a row are counted from the first one', () => {
  const notice = noticeOf(sampleWebhook({ failuresInRow: 1200, failingSince: at }));
  expect(notice).toMatchObject({ title: '1,200 attempts failed in a row, the first', time: at });
});

test.each([
  ['gone', 'Disabled by the service,', /410 Gone/],
  ['failing', 'Disabled by the service,', /five days/],
  ['switched_off', 'Disabled by hand,', /Nothing is sent/],
] as const)('one disabled as %s says why and how to go on', (disabledReason, title, why) => {
  const notice = noticeOf(sampleWebhook({ enabled: false, disabledReason, disabledAt: at }));
  expect(notice).toMatchObject({ title, time: at });
  expect(notice?.advice).toMatch(why);
  expect(notice?.advice).toMatch(/enable it/i);
});
