import type { BoardColumn, BoardCounts, BoardTask } from '@crewboard/contracts';
import { beforeEach, describe, expect, test } from 'vitest';
import type { ColumnInput, ColumnPages } from './column-view.ts';
import { expectMove } from './expected-task.ts';
import type { LoggedChange } from './known-task.ts';
import { TaskStore } from './task-store.ts';
import { sampleTask } from './testing/sample-task.ts';

const todo: ColumnInput = { teamId: 't', status: 'todo' };
const inProgress: ColumnInput = { teamId: 't', status: 'in_progress' };

const at = (second: number) => new Date(Date.UTC(2026, 10, 21, 10, 0, second)).toISOString();
function task(id: string, second: number, rest: Partial<BoardTask> = {}): BoardTask {
  const time = at(second);
  return sampleTask({ id, title: id, createdAt: time, statusChangedAt: time, updatedAt: time, ...rest });
}
const page = (tasks: BoardTask[], rest: Partial<BoardColumn> = {}): BoardColumn => ({
  tasks,
  commentCounts: {},
  next: {},
  nextCursor: null,
  ...rest,
});
const column = (...pages: BoardColumn[]): ColumnPages => ({
  pages,
  pageParams: [null, ...pages.map(({ nextCursor }) => nextCursor)].slice(0, pages.length),
});
const exactly = (count: number) => ({ count, isExact: true });
const counts = (rest: Partial<BoardCounts> = {}): BoardCounts => ({
  snapshot: '10:10:',
  ...{ todo: exactly(2), in_progress: exactly(0), done: exactly(0), cancelled: exactly(0) },
  ...rest,
});
const change = (before: BoardTask | null, after: BoardTask, xid = 11n): LoggedChange => ({
  ...{ teamId: 't', xid, before, after },
});

const [newer, older] = [task('newer', 20), task('older', 10)];
const claimed = { ...older, status: 'in_progress', version: 2, statusChangedAt: at(30) } as const;
let store: TaskStore;
let list: ColumnPages;
const idsIn = (data: ColumnPages) => store.column(data).map(({ id }) => id);

beforeEach(() => {
  store = new TaskStore();
  list = column(page([newer, older], { commentCounts: { newer: 2 } }));
  store.receiveColumn(todo, list, store.now());
});

describe('a column', () => {
  test('lists the newest tasks first, then by id, down to its last page', () => {
    const end = { time: at(10), id: 'older' };
    const read = column(page([newer, older], { nextCursor: end }));
    store.receiveColumn(todo, read, store.now());
    store.receiveChanges(
      [task('newest', 30), task('z', 10), task('a', 10)].map((after) => change(null, after)),
    );
    expect(idsIn(read)).toEqual(['newest', 'newer', 'z', 'older']);
  });

  test('in the order of the queue lists the highest priority first, then by rank, down to its last page', () => {
    const queue = { ...todo, order: 'queue' } as const;
    const ranked = (id: string, rank: string, priority: 'high' | 'normal' | 'low' = 'normal') =>
      task(id, 10, { rank, priority });
    const [first, second] = [ranked('first', 'b'), ranked('second', 'd')];
    const end = { priority: 'normal', rank: 'd', id: 'second' } as const;
    const read = column(page([first, second], { nextCursor: end }));
    store.receiveColumn(queue, read, store.now());
    const told = [
      ranked('urgent', 'z', 'high'),
      ranked('before', 'a'),
      ranked('between', 'c'),
      ranked('behind', 'e'),
      ranked('low', 'a', 'low'),
    ];
    store.receiveChanges(told.map((after) => change(null, after)));
    expect(idsIn(read)).toEqual(['urgent', 'before', 'first', 'between', 'second']);
    store.receiveChanges([change(second, { ...second, priority: 'high', version: 2 })]);
    expect(idsIn(read)).toEqual(['second', 'urgent', 'before', 'first', 'between']);
  });

  test('has no task of another team, and stays the same array while its tasks stay', () => {
    const shown = store.column(list);
    store.receiveChanges([{ ...change(null, task('other', 30)), teamId: 'other' }]);
    store.receiveChanges([change(null, task('done', 30, { status: 'done' }))]);
    expect(store.column(list)).toBe(shown);
  });

  test('keeps the state of an event that arrived before its response', () => {
    const begunAt = store.now();
    store.receiveChanges([change(older, claimed)]);
    const late = column(page([newer, older]));
    store.receiveColumn(todo, late, begunAt);
    expect(idsIn(late)).toEqual(['newer']);
  });

  test('forgets a task that a read lacks, unless it was told after the request', () => {
    const begunAt = store.now();
    store.receiveChanges([change(null, task('created', 30))]);
    const read = column(page([newer]));
    store.receiveColumn(todo, read, begunAt);
    expect(idsIn(read)).toEqual(['created', 'newer']);
    expect(store.shown('older')).toBeUndefined();
  });

  test('keeps newer tasks of its first page when its next page is read', () => {
    const end = { time: at(20), id: 'newer' };
    const first = page([newer], { nextCursor: end });
    store.receiveColumn(todo, column(first), store.now());
    store.receiveChanges([change(null, task('created', 30))]);
    const both = column(first, page([older]));
    store.receiveColumn(todo, both, store.now());
    expect(idsIn(both)).toEqual(['created', 'newer', 'older']);
  });

  test('of a search has the tasks that the service listed, also after a move, and those whose title matches', () => {
    const search = { ...todo, search: 'needle' };
    const [found, moved] = [column(page([older])), column(page([]))];
    store.receiveColumn(search, found, store.now());
    store.receiveColumn({ ...search, status: 'in_progress' }, moved, store.now());
    store.receiveChanges([change(older, claimed), change(null, task('A Needle', 30))]);
    expect(idsIn(found)).toEqual(['A Needle']);
    expect(idsIn(moved)).toEqual(['older']);
    const again = column(page([]));
    store.receiveColumn(search, again, store.now());
    expect(idsIn(again)).toEqual([]);
    expect(store.shown('A Needle')).toBeDefined();
  });

  test('of a search has a task whose description matches in an event', () => {
    const moved = column(page([]));
    store.receiveColumn({ ...inProgress, search: 'needle' }, moved, store.now());
    const after = { ...claimed, description: 'With a needle in it' };
    store.receiveChanges([change(older, after)]);
    expect(idsIn(moved)).toEqual(['older']);
    expect(store.shown('older')).not.toHaveProperty('description');
  });
});

test('shows pending changes on top of the told task, and only the told task once they have failed', async () => {
  const first = store.begin('t', older, expectMove('in_progress', 'me'));
  const second = store.begin('t', older, expectMove('done', 'me'));
  expect(store.shown('older')).toMatchObject({ status: 'done' });
  store.receiveChanges([change(older, { ...older, title: 'Renamed', version: 2 })]);
  expect(store.shown('older')).toMatchObject({ status: 'done', title: 'Renamed' });
  expect(idsIn(list)).toEqual(['newer']);
  first.end();
  await expect(second.turn()).resolves.toMatchObject({ status: 'todo', title: 'Renamed' });
  second.end();
  expect(store.isPending('older')).toBe(false);
  expect(idsIn(list)).toEqual(['newer', 'older']);
});

describe('counts', () => {
  test('include the events that the response does not', () => {
    const read = counts();
    store.receiveCounts({ teamId: 't' }, read, store.now());
    store.receiveChanges([
      change(older, claimed, 9n),
      change(newer, { ...newer, status: 'done', version: 2 }),
    ]);
    expect(store.counts(read)).toMatchObject({ todo: exactly(1), in_progress: exactly(0), done: exactly(1) });
  });

  test('include a change of this page once, while it is pending, after its response and after its event', () => {
    const [before, during] = [counts(), counts()];
    store.receiveCounts({ teamId: 't' }, before, store.now());
    const moved = { todo: exactly(1), in_progress: exactly(1) };
    const pending = store.begin('t', older, expectMove('in_progress', 'me'));
    expect(store.counts(before)).toMatchObject(moved);
    pending.noteResponse(claimed);
    pending.end();
    expect(store.counts(before)).toMatchObject(moved);
    Object.assign(during, moved, { snapshot: '12:12:' });
    store.receiveCounts({ teamId: 't' }, during, store.now());
    expect(store.counts(during)).toMatchObject(moved);
    store.receiveChanges([change(older, claimed)]);
    for (const read of [before, during]) expect(store.counts(read)).toMatchObject(moved);
  });

  test('keep an inexact count, and are outdated after an event that changes it', () => {
    const read = counts({ in_progress: { count: 1_000, isExact: false } });
    store.receiveCounts({ teamId: 't' }, read, store.now());
    store.receiveChanges([change(newer, { ...newer, status: 'done', version: 2 })]);
    expect(store.isOutdated(read)).toBe(false);
    store.receiveChanges([change(older, claimed)]);
    expect(store.counts(read)).toMatchObject({ todo: exactly(0), in_progress: { count: 1_000 } });
    expect(store.isOutdated(read)).toBe(true);
  });

  test('are outdated if they lack an event that is no longer in the log', () => {
    const events = (from: number, count: number) =>
      Array.from({ length: count }, (_, index) => change(null, task('many', 30), BigInt(from + index)));
    store.receiveChanges(events(11, 1_001));
    const [late, fresh] = [counts({ snapshot: '11:11:' }), counts({ snapshot: '12:12:' })];
    for (const read of [late, fresh]) store.receiveCounts({ teamId: 't' }, read, store.now());
    expect(store.isOutdated(late)).toBe(true);
    expect(store.isOutdated(fresh)).toBe(false);
    // Counts keep the events that they have added up before the log lost them.
    store.receiveChanges(events(1_012, 500));
    expect(store.isOutdated(fresh)).toBe(false);
  });
});

test('shows the latest lease of an attempt, in any order of arrival', () => {
  const lease = (second: number, attempt = 1) => ({ taskId: 'older', attempt, leaseExpiresAt: at(second) });
  store.extendLeases([lease(50)]);
  expect(store.shown('older')?.leaseExpiresAt).toBeNull();
  store.receiveChanges([change(older, { ...claimed, attempt: 1, leaseExpiresAt: at(40) })]);
  expect(store.shown('older')?.leaseExpiresAt).toBe(at(50));
  store.extendLeases([lease(45), lease(60, 2)]);
  expect(store.shown('older')?.leaseExpiresAt).toBe(at(50));
  store.receiveTask({ ...sampleTask(), ...claimed, attempt: 1, leaseExpiresAt: at(55) });
  expect(store.shown('older')?.leaseExpiresAt).toBe(at(55));
  expect(store.hasLeases()).toBe(true);
});

test('has the highest number of comments that was told', () => {
  expect(store.commentCount('newer')).toBe(2);
  store.receiveChanges([{ ...change(newer, newer), commentCount: 3 }]);
  store.receiveColumn(todo, column(page([newer], { commentCounts: { newer: 2 } })), store.now());
  expect(store.commentCount('newer')).toBe(3);
  expect(store.commentCount('unknown')).toBe(0);
});

test('forgets tasks that no column shows, except the last 1,000', () => {
  const done = (id: number) => change(null, task(`done-${id}`, id, { status: 'done' }));
  store.receiveChanges(Array.from({ length: 2_100 }, (_, id) => done(id)));
  store.evict([list]);
  expect(idsIn(list)).toEqual(['newer', 'older']);
  expect(store.shown('done-1000')).toBeUndefined();
  expect(store.shown('done-1150')).toBeDefined();
});

test('tells its listeners once, after all changes of a step', async () => {
  let calls = 0;
  const unsubscribe = store.subscribe(() => {
    calls += 1;
  });
  store.receiveChanges([change(older, claimed)]);
  store.extendLeases([]);
  expect(calls).toBe(0);
  await null;
  expect(calls).toBe(1);
  unsubscribe();
});
