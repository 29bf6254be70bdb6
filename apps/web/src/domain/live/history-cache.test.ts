import { expect, test } from 'vitest';
import { taskEvent } from '../board/testing/sample-task.ts';
import { addToHistory, type HistoryPages } from './history-cache.ts';

const history = (...ids: string[]): HistoryPages => ({
  pages: [{ events: ids.map((id) => taskEvent({ id })), nextCursor: null }],
  pageParams: [null],
});
const ids = ({ pages }: HistoryPages) => pages.flatMap((page) => page.events.map(({ id }) => id));

test('a later event is added first', () => {
  expect(ids(addToHistory(history('9-1', '8-4'), taskEvent({ id: '10-2' })))).toEqual(['10-2', '9-1', '8-4']);
  expect(ids(addToHistory(history(), taskEvent({ id: '10-2' })))).toEqual(['10-2']);
});

test('ignores an event that it already has, and older ones', () => {
  const known = history('9-3', '9-2');
  for (const id of ['9-3', '9-2', '9-1', '8-9']) expect(addToHistory(known, taskEvent({ id }))).toBe(known);
});
