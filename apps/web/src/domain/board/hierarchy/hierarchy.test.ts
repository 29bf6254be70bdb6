import {
  type BoardTask,
  type HierarchyTask,
  maxListedChildren,
  type TaskHierarchy,
} from '@crewboard/contracts';
import { beforeEach, describe, expect, test } from 'vitest';
import { expectUpdate } from '../store/expected-task.ts';
import { TaskStore } from '../store/task-store.ts';
import { sampleTask } from '../store/testing/sample-task.ts';
import { listHierarchy, progressText } from './hierarchy.ts';

/** Tasks are created in the order of their ids, which have one letter. */
const task = (id: string, rest: Partial<BoardTask> = {}): BoardTask =>
  sampleTask({ id, title: id, createdAt: `2026-11-21T10:00:00.${id.padEnd(3, '0')}Z`, ...rest });
const child = (id: string, rest: Partial<BoardTask> = {}): BoardTask => task(id, { parentId: 'x', ...rest });
const titlesOf = (tasks: HierarchyTask[]) => tasks.map(({ title }) => title);

let store: TaskStore;
let time = 0;
beforeEach(() => {
  store = new TaskStore();
});

/** The store reads a response with these sub-tasks that was requested now. */
function respond(children: BoardTask[], rest: Partial<TaskHierarchy> = {}): TaskHierarchy {
  const count = (status: string) => children.filter((each) => each.status === status).length;
  const counts = { total: children.length, done: count('done'), cancelled: count('cancelled') };
  const response = { parent: null, children, counts, ...rest };
  store.receiveList(response, store.now());
  return response;
}
const receive = (after: BoardTask) => {
  time += 1;
  store.receiveChanges([{ teamId: 't', xid: BigInt(time), before: null, after }]);
};
const list = (response?: TaskHierarchy, parentId: string | null = null) =>
  listHierarchy({ id: 'x', parentId }, response, store);

describe('sub-tasks', () => {
  test('follow the events after the response, the oldest first, with their counts', () => {
    const response = respond([child('a'), child('b'), child('d', { status: 'done' })]);
    receive(child('a', { version: 2, status: 'done', title: 'renamed' }));
    receive(child('b', { version: 2, parentId: 'other' }));
    receive(child('c', { status: 'cancelled' }));
    expect(titlesOf(list(response).children)).toEqual(['renamed', 'c', 'd']);
    expect(list(response).counts).toEqual({ total: 3, done: 2, cancelled: 1 });
  });

  test('lack a task that was told before the request and is missing from the response', () => {
    receive(child('a'));
    expect(list(respond([]))).toMatchObject({ children: [], counts: { total: 0 } });
  });

  test('show the pending changes of this page', () => {
    const [a, b] = [task('a'), child('b')];
    receive(a);
    receive(b);
    const response = respond([b]);
    const adding = store.begin('t', a, expectUpdate({ parentId: 'x' }));
    store.begin('t', b, expectUpdate({ parentId: null }));
    expect(titlesOf(list(response).children)).toEqual(['a']);
    adding.end();
    expect(list(response)).toMatchObject({ children: [], counts: { total: 0 } });
  });

  test('beyond the listed ones are only counted', () => {
    const listed = Array.from({ length: maxListedChildren }, (_, index) => child(`${100 + index}`));
    const response = respond(listed, { counts: { total: 700, done: 0, cancelled: 0 } });
    receive(child('999', { status: 'done' }));
    receive(child('099'));
    expect(list(response).children).toHaveLength(maxListedChildren + 1);
    expect(list(response).counts).toEqual({ total: 701, done: 0, cancelled: 0 });
  });
});

describe('the parent', () => {
  test('is null without one, undefined until it is read, and then the newest version', () => {
    expect(list(respond([])).parent).toBeNull();
    expect(list(respond([]), 'p').parent).toBeUndefined();
    const response = respond([], { parent: task('p', { version: 2 }) });
    expect(list(response, 'p').parent).toMatchObject({ version: 2 });
    receive(task('p', { version: 3, status: 'done' }));
    expect(list(response, 'p').parent).toMatchObject({ status: 'done' });
    expect(list(response, 'q').parent).toBeUndefined();
  });
});

test('says how much is done', () => {
  expect(progressText({ total: 5, done: 3, cancelled: 0 })).toBe('3 of 5 done');
  expect(progressText({ total: 5, done: 3, cancelled: 1 })).toBe('3 of 5 done, 1 cancelled');
  expect(progressText({ total: 1_000, done: 0, cancelled: 0 })).toBe('0 of 1000+ done');
});
