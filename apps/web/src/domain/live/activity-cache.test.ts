import type { Activity } from '@crewboard/contracts';
import { expect, test } from 'vitest';
import { taskEvent } from '#domain/board/store/testing/sample-task.ts';
import { addActivity } from './activity-cache.ts';

const minute = (start: string, claims = 0, completions = 0) => ({
  start: `2026-11-21T${start}:00.000Z`,
  claims,
  completions,
});
const activity: Activity = { snapshot: '10:10:', minutes: [minute('09:59', 2, 1), minute('10:00', 1)] };
const claimed = (xid: string, at: string) =>
  taskEvent({ xid, type: 'task.claimed', createdAt: `2026-11-21T${at}.000Z` });

test('a claim counts in its minute', () => {
  const next = addActivity(claimed('10', '10:00:30'))(activity);
  expect(next?.minutes).toEqual([minute('09:59', 2, 1), minute('10:00', 2)]);
});

test('does not count an event that the read includes', () => {
  expect(addActivity(claimed('9', '10:00:30'))(activity)).toBe(activity);
});

test('appends a new minute, and drops the oldest', () => {
  const next = addActivity(claimed('11', '10:01:02'))(activity);
  expect(next?.minutes).toEqual([minute('10:00', 1), minute('10:01', 1)]);
});

test('ignores other changes', () => {
  expect(addActivity(taskEvent({ xid: '12', type: 'task.moved' }))(activity)).toBe(activity);
});
