import type { WebhookDelivery } from '@crewboard/contracts';
import { describe, expect, test } from 'vitest';
import {
  beforeNextDue,
  type DeliveryPages,
  deliveriesIn,
  isNewer,
  leavesGap,
  withDelivery,
  withStretch,
} from './delivery-pages.ts';
import { sampleDelivery } from './testing/sample-delivery.ts';

const at = (...seconds: number[]) => seconds.map((second) => sampleDelivery(second));
const ids = (pages: DeliveryPages) => deliveriesIn(pages).map(({ id }) => id);
const cursor = (pages: DeliveryPages) => pages.pages.at(-1)?.nextCursor;

function logOf(parts: WebhookDelivery[][], nextCursor: string | null): DeliveryPages {
  return {
    pages: parts.map((deliveries, index) => ({
      deliveries,
      nextCursor: index < parts.length - 1 ? (deliveries.at(-1)?.id ?? null) : nextCursor,
    })),
    pageParams: parts.map((_, index) => (index === 0 ? null : (parts[index - 1]?.at(-1)?.id ?? null))),
  };
}

test('what is of the same moment stands in the order of its ids', () => {
  expect(isNewer(sampleDelivery(1, { id: 'b' }), sampleDelivery(1, { id: 'a' }))).toBe(true);
  expect(isNewer(sampleDelivery(1, { id: 'b' }), sampleDelivery(2, { id: 'a' }))).toBe(false);
});

describe('a poll of the newest end', () => {
  const log = logOf([at(6, 5, 4), at(3, 2, 1)], 'd1');

  test('puts the new ones first and keeps the further pages', () => {
    const next = withStretch(log, { deliveries: at(8, 7, 6), nextCursor: 'd6' });
    expect(ids(next)).toEqual(['d8', 'd7', 'd6', 'd5', 'd4', 'd3', 'd2', 'd1']);
    expect(cursor(next)).toBe('d1');
  });

  test('shows what became of those it knows', () => {
    const failed = sampleDelivery(5, { status: 'failed' });
    const next = withStretch(log, {
      deliveries: [sampleDelivery(6), failed, sampleDelivery(4)],
      nextCursor: 'd4',
    });
    expect(deliveriesIn(next)[1]).toEqual(failed);
  });

  test('drops what no longer is under the filter', () => {
    const next = withStretch(log, { deliveries: at(6, 4, 3), nextCursor: 'd3' });
    expect(ids(next)).toEqual(['d6', 'd4', 'd3', 'd2', 'd1']);
  });

  test('is the whole log where it is not full', () => {
    const next = withStretch(log, { deliveries: at(6), nextCursor: null });
    expect([ids(next), cursor(next)]).toEqual([['d6'], null]);
  });

  test('goes on where an empty log has filled', () => {
    const next = withStretch(logOf([[]], null), { deliveries: at(9, 8, 7), nextCursor: 'd7' });
    expect([ids(next), cursor(next)]).toEqual([['d9', 'd8', 'd7'], 'd7']);
  });

  test('leaves the end of the log where it was found', () => {
    const whole = logOf([at(6, 5, 4), []], null);
    expect(cursor(withStretch(whole, { deliveries: at(6, 5, 4), nextCursor: 'd4' }))).toBeNull();
    expect(cursor(withStretch(whole, { deliveries: at(8, 7, 6), nextCursor: 'd6' }))).toBeNull();
  });

  test('begins anew where more came than it read: nothing may be missing in between', () => {
    const newest = { deliveries: at(30, 29, 28), nextCursor: 'd28' };
    expect(leavesGap(newest, deliveriesIn(log))).toBe(true);
    const next = withStretch(log, newest);
    expect([ids(next), cursor(next)]).toEqual([['d30', 'd29', 'd28'], 'd28']);
  });

  test.each([
    ['it reaches what is known', { deliveries: at(8, 7, 6), nextCursor: 'd6' }],
    ['it reaches the end', { deliveries: at(30), nextCursor: null }],
    ['there is nothing', { deliveries: [], nextCursor: null }],
  ])('leaves no gap where %s', (_, newest) => {
    expect(leavesGap(newest, deliveriesIn(log))).toBe(false);
  });
});

describe('a log that is left open', () => {
  /** The seconds from one down to another. */
  const down = (from: number, to: number) => at(...Array.from({ length: from - to + 1 }, (_, i) => from - i));
  const newest = (from: number) => ({ deliveries: down(from, from - 49), nextCursor: `d${from - 49}` });

  test.each([
    ['there is more behind it', 'd1'],
    ['it was at its end', null],
  ])('keeps five hundred, and the rest can be loaded again: %s', (_, nextCursor) => {
    const log = withStretch(logOf([down(490, 1)], nextCursor), newest(520));
    expect(ids(log)).toEqual(down(520, 21).map(({ id }) => id));
    expect(cursor(log)).toBe('d21');
    const later = withStretch(log, newest(560));
    expect([ids(later).length, ids(later)[0], cursor(later)]).toEqual([500, 'd560', 'd61']);
  });

  test('keeps as many as the reader has loaded', () => {
    const log = logOf([down(700, 101), down(100, 1)], 'd1');
    const next = withStretch(log, newest(720));
    expect([ids(next).length, ids(next).at(-1), cursor(next)]).toEqual([700, 'd21', 'd21']);
    const same = withStretch(log, newest(700));
    expect([ids(same).length, cursor(same)]).toEqual([700, 'd1']);
  });
});

describe('a part further down', () => {
  const log = logOf([at(6, 5, 4, 3, 2, 1)], 'd1');

  test('is replaced in its place', () => {
    const part = [sampleDelivery(4, { status: 'failed' }), sampleDelivery(2)];
    const next = withStretch(log, { deliveries: part, nextCursor: 'd2', after: sampleDelivery(5) });
    expect(ids(next)).toEqual(['d6', 'd5', 'd4', 'd2', 'd1']);
    expect(deliveriesIn(next)[2]?.status).toBe('failed');
  });

  test('may reach beyond what was known: the next page then begins behind it', () => {
    const next = withStretch(log, { deliveries: at(2, 1, 0), nextCursor: 'd0', after: sampleDelivery(3) });
    expect([ids(next), cursor(next)]).toEqual([['d6', 'd5', 'd4', 'd3', 'd2', 'd1', 'd0'], 'd0']);
  });

  test('may be the end of the log', () => {
    const next = withStretch(log, { deliveries: at(4), nextCursor: null, after: sampleDelivery(5) });
    expect([ids(next), cursor(next)]).toEqual([['d6', 'd5', 'd4'], null]);
  });
});

describe('what has to be looked at again further down', () => {
  const now = new Date('2026-11-21T13:00:00Z');
  const pending = (second: number, nextAttemptAt: string) =>
    sampleDelivery(second, { status: 'pending', nextAttemptAt });
  const newest = { deliveries: at(6, 5), nextCursor: 'd5' };

  test('begins behind the one before the first that is due', () => {
    const known = [...at(6, 5, 4), pending(3, '2026-11-21T13:00:30Z'), ...at(2)];
    expect(beforeNextDue(known, newest, now)?.id).toBe('d4');
  });

  test('is nothing while all is read, settled, or waits', () => {
    const due = '2026-11-21T12:59:00Z';
    expect(beforeNextDue([pending(6, due), ...at(5, 4)], newest, now)).toBeUndefined();
    expect(beforeNextDue([...at(6, 5), pending(4, '2026-11-21T15:00:00Z')], newest, now)).toBeUndefined();
    expect(beforeNextDue([pending(4, due)], { deliveries: at(6), nextCursor: null }, now)).toBeUndefined();
  });
});

test('a delivery that was answered with is shown in its place', () => {
  const again = sampleDelivery(2, { status: 'pending', nextAttemptAt: '2026-11-21T12:30:00Z' });
  const next = withDelivery(logOf([at(3), at(2, 1)], null), again);
  expect(deliveriesIn(next)).toEqual([sampleDelivery(3), again, sampleDelivery(1)]);
});
