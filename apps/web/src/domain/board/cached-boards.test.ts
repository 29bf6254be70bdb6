import type { Task } from '@crewboard/contracts';
import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, test } from 'vitest';
import { movedTask, tasksOf } from './board-cache.ts';
import {
  applyMissedChanges,
  applyToCachedBoards,
  hasOutdatedCount,
  placeOnCachedBoards,
  showOnCachedBoards,
} from './cached-boards.ts';
import { beginChange, expectedTask, noteConfirmed } from './pending-changes.ts';
import { sampleTask } from './testing/sample-task.ts';

const boardKey = [['board']];
const columnKey = (status: string) => [
  ['board', 'column'],
  { input: { teamId: 't', status }, type: 'infinite' },
];
const countsKey = [['board', 'counts'], { input: { teamId: 't' }, type: 'query' }];
const exactly = (count: number) => ({ count, isExact: true });
const later = (task: Task, fields: Partial<Task>, seconds = 1): Task => ({
  ...task,
  ...fields,
  updatedAt: new Date(Date.parse(task.updatedAt) + seconds * 1_000).toISOString(),
});

const task = sampleTask();
const claimed = later(task, { status: 'in_progress', assignedAgentId: 'a1' });
const done = later(claimed, { status: 'done' });

let client: QueryClient;
beforeEach(() => {
  client = new QueryClient();
  for (const status of ['todo', 'in_progress', 'done']) {
    const tasks = status === 'todo' ? [task] : [];
    client.setQueryData(columnKey(status), { pages: [{ tasks, nextCursor: null }], pageParams: [null] });
  }
  client.setQueryData(countsKey, {
    snapshot: '10:12:10',
    todo: exactly(1),
    in_progress: exactly(0),
    done: exactly(0),
    cancelled: exactly(0),
  });
});

const shown = (status: string) => tasksOf(client.getQueryData(columnKey(status))).map(({ id }) => id);
const counts = () => client.getQueryData(countsKey);

test('a claim moves the card and the counts', () => {
  applyToCachedBoards({ queryClient: client, boardKey }, [
    { teamId: 't', xid: 12n, change: { before: task, after: claimed } },
  ]);
  expect([shown('todo'), shown('in_progress')]).toEqual([[], ['x']]);
  expect(counts()).toMatchObject({ todo: exactly(0), in_progress: exactly(1) });
});

test('counts that were read after the change stay; a change that was not visible to the read is counted', () => {
  applyToCachedBoards({ queryClient: client, boardKey }, [
    { teamId: 't', xid: 9n, change: { before: task, after: claimed } },
  ]);
  expect(counts()).toMatchObject({ todo: exactly(1), in_progress: exactly(0) });
  applyToCachedBoards({ queryClient: client, boardKey }, [
    { teamId: 't', xid: 11n, change: { before: task, after: claimed } },
  ]);
  expect(counts()).toMatchObject({ todo: exactly(1), in_progress: exactly(0) });
  applyToCachedBoards({ queryClient: client, boardKey }, [
    { teamId: 't', xid: 10n, change: { before: task, after: claimed } },
  ]);
  expect(counts()).toMatchObject({ todo: exactly(0), in_progress: exactly(1) });
});

test('a count that is not exact is outdated by changes that its read did not include', () => {
  const atLeast = { count: 240, isExact: false };
  const changesOf = (xid: bigint, teamId = 't') => [
    { teamId, xid, change: { before: task, after: claimed } },
  ];
  const isOutdated = (input: object, changes: ReturnType<typeof changesOf>) => {
    const queryKey = [['board', 'counts'], { input: { teamId: 't', ...input }, type: 'query' }];
    client.setQueryData(queryKey, { snapshot: '10:12:10', todo: atLeast, in_progress: exactly(0) });
    const query = client.getQueryCache().find({ queryKey });
    return query && hasOutdatedCount(query, changes);
  };
  expect(isOutdated({ priority: task.priority }, changesOf(12n))).toBe(true);
  expect(isOutdated({ search: 'what its description says' }, changesOf(12n))).toBe(true);
  expect(isOutdated({ priority: task.priority }, changesOf(9n))).toBe(false);
  expect(isOutdated({ priority: task.priority }, changesOf(12n, 'other'))).toBe(false);
  expect(isOutdated({ projectId: 'of no task' }, changesOf(12n))).toBe(false);
  const exact = client.getQueryCache().find({ queryKey: countsKey });
  expect(exact && hasOutdatedCount(exact, changesOf(12n))).toBe(false);
});

test('does not count a change again that was shown before its event', () => {
  applyToCachedBoards({ queryClient: client, boardKey }, [
    { teamId: 't', xid: 12n, change: { before: task, after: claimed }, isCounted: true },
  ]);
  expect(counts()).toMatchObject({ todo: exactly(1), in_progress: exactly(0) });
  expect(shown('in_progress')).toEqual(['x']);
});

test('an earlier state that arrives late does not replace a later one', () => {
  applyToCachedBoards({ queryClient: client, boardKey }, [
    { teamId: 't', xid: 12n, change: { before: claimed, after: done } },
  ]);
  applyToCachedBoards({ queryClient: client, boardKey }, [
    { teamId: 't', xid: 12n, change: { before: task, after: task } },
  ]);
  expect(client.getQueryData(columnKey('done'))).toMatchObject({ pages: [{ tasks: [done] }] });
});

test('applies a change to a response that was requested before it', () => {
  const stale = { pages: [{ tasks: [task], commentCounts: {}, nextCursor: null }], pageParams: [null] };
  client.setQueryData(columnKey('todo'), stale);
  const query = client.getQueryCache().find({ queryKey: columnKey('todo') });
  const changes = [{ teamId: 't', xid: 12n, change: { before: task, after: claimed } }];
  expect(query && applyMissedChanges(query, changes)).toMatchObject({ pages: [{ tasks: [] }] });
});

test('ignores pages that are not a column', () => {
  const queryKey = [['tasks', 'list'], { input: { teamId: 't', status: 'todo' } }, 'pages'];
  client.setQueryData(queryKey, { pages: [[task]], pageParams: [null] });
  const query = client.getQueryCache().find({ queryKey });
  const changes = [{ teamId: 't', xid: 12n, change: { before: task, after: claimed } }];
  expect(query && applyMissedChanges(query, changes)).toBe(client.getQueryData(queryKey));
});

test('a change of another team changes nothing', () => {
  applyToCachedBoards({ queryClient: client, boardKey }, [
    { teamId: 'other', xid: 12n, change: { before: task, after: claimed } },
  ]);
  showOnCachedBoards({ queryClient: client, boardKey }, 'other', sampleTask({ id: 'y' }));
  expect([shown('todo'), shown('in_progress')]).toEqual([['x'], []]);
  expect(counts()).toMatchObject({ todo: exactly(1), in_progress: exactly(0) });
});

test('does not replace newer events with a response', () => {
  applyToCachedBoards({ queryClient: client, boardKey }, [
    { teamId: 't', xid: 12n, change: { before: task, after: claimed } },
  ]);
  showOnCachedBoards({ queryClient: client, boardKey }, 't', task);
  expect([shown('todo'), shown('in_progress')]).toEqual([[], ['x']]);
});

test('keeps an invalidated board invalidated while events change it', () => {
  void client.invalidateQueries({ refetchType: 'none' });
  applyToCachedBoards({ queryClient: client, boardKey }, [
    { teamId: 't', xid: 12n, change: { before: task, after: claimed } },
  ]);
  expect(shown('in_progress')).toEqual(['x']);
  expect(client.getQueryState(columnKey('in_progress'))?.isInvalidated).toBe(true);
});

test('shows a task where its pending change expects it, during reads and events', () => {
  const cache = { queryClient: client, boardKey };
  const change = beginChange('t', task, (state) => movedTask(state, 'done'));
  placeOnCachedBoards(cache, 't', expectedTask('x') ?? task);
  expect([shown('todo'), shown('done')]).toEqual([[], ['x']]);
  noteConfirmed(claimed);
  applyToCachedBoards(cache, [{ teamId: 't', xid: 12n, change: { before: task, after: claimed } }]);
  expect([shown('in_progress'), shown('done')]).toEqual([[], ['x']]);

  for (const [status, tasks] of [
    ['todo', [task]],
    ['done', []],
  ] as const) {
    client.setQueryData(columnKey(status), { pages: [{ tasks, nextCursor: null }], pageParams: [null] });
    const query = client.getQueryCache().find({ queryKey: columnKey(status) });
    if (query) client.setQueryData(columnKey(status), applyMissedChanges(query, []));
  }
  expect([shown('todo'), shown('done')]).toEqual([[], ['x']]);

  placeOnCachedBoards(cache, 't', change.end());
  expect([shown('todo'), shown('in_progress'), shown('done')]).toEqual([[], ['x'], []]);
});
