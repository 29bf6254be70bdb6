import type { LoggedEvent } from '@crewboard/contracts';
import { expect, test } from 'vitest';
import { taskEvent } from '#domain/board/store/testing/sample-task.ts';
import { addToHistory, type HistoryPages } from './history-cache.ts';

const eventAt = (xid: string, number: string) => taskEvent({ id: `${xid}/${number}`, xid, number });
const history = (...events: LoggedEvent[]): HistoryPages => ({
  pages: [{ events, nextCursor: null, historyRemovedAt: null }],
  pageParams: [null],
});
const ids = (shown?: HistoryPages) => shown?.pages.flatMap((page) => page.events.map(({ id }) => id));

test('a later event is added first', () => {
  const later = eventAt('10', '2');
  const known = history(eventAt('9', '1'), eventAt('8', '4'));
  expect(ids(addToHistory(later)(known))).toEqual(['10/2', '9/1', '8/4']);
  expect(ids(addToHistory(later)(history()))).toEqual(['10/2']);
});

test('ignores an event that it already has, and older ones', () => {
  const known = history(eventAt('9', '3'), eventAt('9', '2'));
  for (const event of [eventAt('9', '3'), eventAt('9', '2'), eventAt('9', '1'), eventAt('8', '9')])
    expect(addToHistory(event)(known)).toBe(known);
});
