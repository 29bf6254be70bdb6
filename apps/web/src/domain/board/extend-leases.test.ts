import type { LeaseExtension } from '@crewboard/contracts';
import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { tasksOf } from './board-cache.ts';
import { extendLeasesOnCachedBoards } from './cached-boards.ts';
import { extendLeasesIn, keepNewest, withExtendedLease } from './extend-leases.ts';
import { sampleTask } from './testing/sample-task.ts';

const at = (seconds: number) => new Date(Date.UTC(2026, 10, 21, 10, 0, seconds)).toISOString();
const leased = sampleTask({
  status: 'in_progress',
  assignedAgentId: 'a1',
  attempt: 2,
  leaseExpiresAt: at(30),
});
const lease = (fields: Partial<LeaseExtension> = {}): LeaseExtension => ({
  taskId: 'x',
  attempt: 2,
  leaseExpiresAt: at(60),
  ...fields,
});
const byTask = (...leases: LeaseExtension[]) => new Map(leases.map((each) => [each.taskId, each]));

test('a later time of the same attempt extends the lease, without another change of the task', () => {
  expect(withExtendedLease(leased, byTask(lease()))).toEqual({ ...leased, leaseExpiresAt: at(60) });
});

test.each([
  ['an earlier time', leased, lease({ leaseExpiresAt: at(10) })],
  ['the same time', leased, lease({ leaseExpiresAt: at(30) })],
  ['another attempt', leased, lease({ attempt: 1 })],
  ['another task', leased, lease({ taskId: 'y' })],
  ['a claim without a lease', { ...leased, leaseExpiresAt: null }, lease()],
])('%s leaves the task as it is', (_, task, extension) => {
  expect(withExtendedLease(task, byTask(extension))).toBe(task);
});

test('only the page with the task changes; a column without it keeps its identity', () => {
  const other = { tasks: [sampleTask({ id: 'z' })], commentCounts: {}, nextCursor: null };
  const column = {
    pages: [{ tasks: [leased], commentCounts: {}, nextCursor: null }, other],
    pageParams: [null, null],
  };
  const extended = extendLeasesIn(column, byTask(lease()));
  expect(extended.pages[0]?.tasks[0]?.leaseExpiresAt).toBe(at(60));
  expect(extended.pages[1]).toBe(other);
  expect(extendLeasesIn(column, byTask(lease({ taskId: 'y' })))).toBe(column);
});

test('an extended lease is shown on cached boards and keeps the age of their data', () => {
  const queryClient = new QueryClient();
  const key = [['board', 'column'], { input: { teamId: 't', status: 'in_progress' }, type: 'infinite' }];
  const data = { pages: [{ tasks: [leased], commentCounts: {}, nextCursor: null }], pageParams: [null] };
  queryClient.setQueryData(key, data, { updatedAt: 1_000 });
  extendLeasesOnCachedBoards({ queryClient, boardKey: [['board']] }, byTask(lease()));
  expect(tasksOf(queryClient.getQueryData(key))[0]?.leaseExpiresAt).toBe(at(60));
  expect(queryClient.getQueryState(key)?.dataUpdatedAt).toBe(1_000);
});

test('keeps the newest extensions of a bounded number of tasks', () => {
  const known = new Map<string, LeaseExtension>();
  keepNewest(known, [lease(), lease({ leaseExpiresAt: at(90) })]);
  expect([...known.values()]).toEqual([lease({ leaseExpiresAt: at(90) })]);
  keepNewest(
    known,
    Array.from({ length: 1_000 }, (_, index) => lease({ taskId: `t${index}` })),
  );
  expect(known.size).toBe(1_000);
  expect(known.has('x')).toBe(false);
});
