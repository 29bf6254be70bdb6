import type { BoardColumn, BoardCounts, BoardTask } from '@crewboard/contracts';
import { beforeEach, expect, test } from 'vitest';
import type { ColumnInput, ColumnPages } from './column-view.ts';
import { TaskStore } from './task-store.ts';
import { sampleTask } from './testing/sample-task.ts';

const done: ColumnInput = { teamId: 't', status: 'done' };
const task = (id: string): BoardTask => sampleTask({ id, title: id, status: 'done' });
const page: BoardColumn = {
  ...{ tasks: [task('b'), task('a')], commentCounts: {}, next: {}, nextCursor: null },
};
const column = (): ColumnPages => ({ pages: [{ ...page }], pageParams: [null] });
const exactly = (count: number) => ({ count, isExact: true });
const counts: BoardCounts = {
  ...{
    snapshot: '10:10:',
    todo: exactly(0),
    in_progress: exactly(0),
    done: exactly(2),
    cancelled: exactly(0),
  },
};
const deletion = (taskId: string, before: object | null = { projectId: 'p1', status: 'done' }) => ({
  ...{ teamId: 't', xid: 11n, taskId, before: before as never },
});

let store: TaskStore;
let list: ColumnPages;
const idsIn = (data: ColumnPages) => store.column(data).map(({ id }) => id);

beforeEach(() => {
  store = new TaskStore();
  list = column();
  store.receiveColumn(done, list, store.now());
  store.receiveCounts({ teamId: 't' }, counts, store.now());
});

test('a deleted task is in no column and no count', () => {
  store.receiveDeletions([deletion('a')]);
  expect(idsIn(list)).toEqual(['b']);
  expect(store.counts(counts)?.done).toEqual(exactly(1));
  expect(store.shown('a')).toBeUndefined();
  expect([store.isDeleted('a'), store.isDeleted('b')]).toEqual([true, false]);
});

test('the deletion of an archived task changes no count', () => {
  store.receiveDeletions([deletion('archived', null)]);
  expect(store.counts(counts)?.done).toEqual(exactly(2));
});

test('a late read, event or response does not bring the task back', () => {
  const begunAt = store.now();
  store.receiveDeletions([deletion('a')]);
  const late = column();
  store.receiveColumn(done, late, begunAt);
  store.receiveChanges([{ teamId: 't', xid: 9n, before: task('a'), after: task('a') }]);
  store.receiveTask(task('a'));
  store.receiveResponse('t', { ...task('a'), version: 5 });
  expect(idsIn(late)).toEqual(['b']);
});

test('a pending change ends without the task', () => {
  const change = store.begin('t', task('a'), (state) => ({ ...state, status: 'todo' }));
  store.receiveDeletions([deletion('a')]);
  expect(store.shown('a')).toBeUndefined();
  expect(store.counts(counts)).toMatchObject({ todo: exactly(0), done: exactly(1) });
  change.end();
  expect(store.counts(counts)).toMatchObject({ todo: exactly(0), done: exactly(1) });
});
