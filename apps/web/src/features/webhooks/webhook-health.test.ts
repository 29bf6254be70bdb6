import { expect, test } from 'vitest';
import { sampleWebhook } from '../../domain/webhooks/testing/sample-webhook.ts';
import { stateDetail, stateOf, stoppedOf } from './webhook-health.ts';

const at = '2026-11-20T10:00:00.000Z';
const first = '2026-11-19T10:00:00.000Z';

test('an endpoint that was never called is well', () => {
  expect([stateOf(sampleWebhook()), stateDetail(sampleWebhook())]).toEqual(['enabled', null]);
});

test.each([
  [1, { words: 'The last attempt failed', time: at }],
  [1204, { words: '1,204 failures in a row, the first', time: first }],
])('after %i failures it is failing', (failuresInRow, detail) => {
  const webhook = sampleWebhook({ failuresInRow, failingSince: first, lastFailureAt: at });
  expect([stateOf(webhook), stateDetail(webhook)]).toEqual(['failing', detail]);
});

test.each([
  ['switched_off', 'disabled', 'Somebody switched it off,'],
  ['gone', 'stopped', 'The receiver answered 410 Gone,'],
  ['failing', 'stopped', 'Every attempt of five days failed,'],
] as const)('one disabled as %s is %s, whatever failed before', (disabledReason, state, words) => {
  const webhook = sampleWebhook({ enabled: false, disabledReason, disabledAt: at, failuresInRow: 9 });
  expect([stateOf(webhook), stateDetail(webhook)]).toEqual([state, { words, time: at }]);
});

test('only what the service has disabled counts as stopped', () => {
  const webhooks = [
    sampleWebhook({ id: 'on' }),
    sampleWebhook({ id: 'off', enabled: false, disabledReason: 'switched_off' }),
    sampleWebhook({ id: 'gone', enabled: false, disabledReason: 'gone' }),
  ];
  expect(stoppedOf(webhooks).map(({ id }) => id)).toEqual(['gone']);
});
