import { type Event, RecoverDeliveries } from '@crewboard/contracts';
import { describe, expect, test } from 'vitest';
import { checkTime, earliestTime, findLastDisabledAt, recoverPresets } from './recover-presets.ts';

const now = new Date('2026-11-21T12:00:00Z');
const none = { failingSince: null, disabledAt: undefined };

describe('the presets', () => {
  test('are fixed periods when no delivery failed', () => {
    expect(recoverPresets(none, now).map(({ value, since }) => [value, since.toISOString()])).toEqual([
      ['hour', '2026-11-21T11:00:00.000Z'],
      ['day', '2026-11-20T12:00:00.000Z'],
    ]);
  });

  test('start shortly before the first failure and before the endpoint was disabled', () => {
    const moments = { failingSince: '2026-11-21T08:00:00.000Z', disabledAt: '2026-11-20T08:00:00.000Z' };
    const presets = recoverPresets(moments, now);
    expect(presets.map(({ value }) => value)).toEqual(['failing', 'disabled', 'hour', 'day']);
    expect(presets[0]?.since.toISOString()).toBe('2026-11-21T07:59:00.000Z');
  });

  test('omit times beyond the retention of deliveries', () => {
    const presets = recoverPresets({ ...none, disabledAt: '2026-10-01T00:00:00.000Z' }, now);
    expect(presets.map(({ value }) => value)).toEqual(['hour', 'day']);
  });

  test('are valid inputs of the API', () => {
    const moments = { failingSince: earliestTime(new Date()).toISOString(), disabledAt: undefined };
    const times = [
      ...recoverPresets(moments, new Date()).map(({ since }) => since),
      earliestTime(new Date()),
    ];
    for (const since of times) {
      expect(() => RecoverDeliveries.parse({ webhookId: 'w1', since: since.toISOString() })).not.toThrow();
    }
  });
});

test.each([
  [null, 'Enter a day and a time.'],
  [new Date('2026-11-21T12:01:00Z'), 'The time must not be in the future.'],
  [new Date('2026-10-22T11:00:00Z'), 'It must be at most 30 days ago.'],
  [new Date('2026-10-22T12:01:00Z'), null],
  [new Date('2026-11-21T11:59:00Z'), null],
])('validates %s: %s', (time, problem) => {
  expect(checkTime(time, now)).toBe(problem);
});

test('finds the newest disabling, by a person or by the service', () => {
  const event = (createdAt: string, fields: Partial<Event>) =>
    ({ type: 'webhook.updated', changes: null, createdAt, ...fields }) as Event;
  const events = [
    event('5', { changes: { enabled: { before: false, after: true } } }),
    event('4', { type: 'webhook.recovered' }),
    event('3', { changes: { enabled: { before: true, after: false } } }),
    event('2', { type: 'webhook.disabled' }),
  ];
  expect(findLastDisabledAt(events)).toBe('3');
  expect(findLastDisabledAt(events.slice(3))).toBe('2');
  expect(findLastDisabledAt([])).toBeUndefined();
});
