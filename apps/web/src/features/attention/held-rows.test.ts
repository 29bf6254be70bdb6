import { describe, expect, it } from 'vitest';
import { sampleTask } from '#domain/board/store/testing/sample-task.ts';
import { holdGroups, holdRows } from './held-rows.ts';
import type { ShownGroup, WaitingTask } from './use-groups.ts';

const row = (id: string): WaitingTask => ({
  task: sampleTask({ id }),
  next: { actor: 'person', reason: 'attempts_exhausted', since: '2026-11-28T00:00:00.000Z' },
});
const [first, second, third] = [row('1'), row('2'), row('3')];
const group = (reason: ShownGroup['reason'], shown: WaitingTask[]): ShownGroup => ({
  ...{ reason, shown, tasks: [], count: shown.length, isExact: true },
});

describe('a list that is held', () => {
  it('keeps a row that is resolved in its place, and marks it', () => {
    expect(holdRows([first, second], [second], false)).toEqual([{ ...first, isResolved: true }, second]);
  });

  it('takes the mark away when the task waits again', () => {
    const held = holdRows([first, second], [second], false);
    expect(holdRows(held, [first, second], false)).toEqual([first, second]);
  });

  it('shows new rows only on request, below the others', () => {
    expect(holdRows([second], [first, second, third], false)).toEqual([second]);
    expect(holdRows([second], [first, second, third], true)).toEqual([second, first, third]);
  });

  it('keeps a group of which nothing waits any more, and shows new groups later', () => {
    const exhausted = group('attempts_exhausted', [first]);
    const stale = group('stale', [second]);
    expect(holdGroups([exhausted], [stale])).toEqual([{ ...exhausted, shown: [], count: 0 }]);
    expect(holdGroups([], [stale])).toEqual([stale]);
  });
});
