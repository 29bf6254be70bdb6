import { describe, expect, it } from 'vitest';
import { sampleTask } from '#domain/board/store/testing/sample-task.ts';
import { freezeGroups, freezeRows } from './frozen-rows.ts';
import type { ShownGroup, WaitingTask } from './use-attention-groups.ts';

const row = (id: string): WaitingTask => ({
  task: sampleTask({ id }),
  next: { actor: 'person', reason: 'attempts_exhausted', since: '2026-11-28T00:00:00.000Z' },
});
const [first, second, third] = [row('1'), row('2'), row('3')];
const group = (reason: ShownGroup['reason'], shown: WaitingTask[]): ShownGroup => ({
  ...{ reason, shown, tasks: [], count: shown.length, isExact: true },
});

describe('a frozen list', () => {
  it('keeps a resolved row in its place, and marks it', () => {
    expect(freezeRows([first, second], [second], false)).toEqual([{ ...first, isResolved: true }, second]);
  });

  it('removes the mark when the task waits again', () => {
    const frozen = freezeRows([first, second], [second], false);
    expect(freezeRows(frozen, [first, second], false)).toEqual([first, second]);
  });

  it('shows new rows only on request, below the others', () => {
    expect(freezeRows([second], [first, second, third], false)).toEqual([second]);
    expect(freezeRows([second], [first, second, third], true)).toEqual([second, first, third]);
  });

  it('keeps a group whose tasks no longer wait, and shows new groups only in an empty list', () => {
    const exhausted = group('attempts_exhausted', [first]);
    const stale = group('stale', [second]);
    expect(freezeGroups([exhausted], [stale])).toEqual([{ ...exhausted, shown: [], count: 0 }]);
    expect(freezeGroups([], [stale])).toEqual([stale]);
  });
});
