import { expect, test } from 'vitest';
import { sampleWebhook } from '#domain/webhooks/testing/sample-webhook.ts';
import { findProblem } from './webhook-problem.ts';
import { stateOf } from './webhook-state.ts';
import { stateDetail } from './webhook-state-texts.ts';

const at = '2026-11-20T10:00:00.000Z';
const first = '2026-11-19T10:00:00.000Z';

test('an endpoint without deliveries is healthy', () => {
  expect([stateOf(sampleWebhook()), stateDetail(sampleWebhook())]).toEqual(['enabled', null]);
});

test.each([
  [1, { text: 'The last attempt failed', time: at }],
  [1204, { text: '1,204 failures in a row, the first', time: first }],
])('is failing after %i failures', (failuresInRow, detail) => {
  const webhook = sampleWebhook({ failuresInRow, failingSince: first, lastFailureAt: at });
  expect([stateOf(webhook), stateDetail(webhook)]).toEqual(['failing', detail]);
});

test.each([
  ['switched_off', 'disabled', 'Someone disabled it,'],
  ['gone', 'autoDisabled', 'The receiver responded with 410 Gone,'],
  ['failing', 'autoDisabled', 'Every attempt failed for five days,'],
] as const)(
  'shows an endpoint disabled as %s as %s, regardless of earlier failures',
  (disabledReason, state, text) => {
    const webhook = sampleWebhook({ enabled: false, disabledReason, disabledAt: at, failuresInRow: 9 });
    expect([stateOf(webhook), stateDetail(webhook)]).toEqual([state, { text, time: at }]);
  },
);

test('an endpoint without failures, or with one, has no problem', () => {
  expect(findProblem(sampleWebhook())).toBeNull();
  expect(findProblem(sampleWebhook({ failuresInRow: 1, failingSince: at }))).toBeNull();
});

test('counts failures in a row from the first one', () => {
  const problem = findProblem(sampleWebhook({ failuresInRow: 1200, failingSince: at }));
  expect(problem).toMatchObject({ title: '1,200 attempts failed in a row, the first', time: at });
});

test.each([
  ['gone', 'Disabled by the service,', /410 Gone/],
  ['failing', 'Disabled by the service,', /five days/],
  ['switched_off', 'Disabled by hand,', /Nothing is sent/],
] as const)('explains why an endpoint was disabled as %s, and what to do', (disabledReason, title, why) => {
  const problem = findProblem(sampleWebhook({ enabled: false, disabledReason, disabledAt: at }));
  expect(problem).toMatchObject({ title, time: at });
  expect(problem?.advice).toMatch(why);
  expect(problem?.advice).toMatch(/enable it/i);
});
