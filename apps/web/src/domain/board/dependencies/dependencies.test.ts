import type { BoardTask, DependencyTask, TaskDependencies } from '@crewboard/contracts';
import { beforeEach, describe, expect, test } from 'vitest';
import { expectDependency } from '../store/expected-task.ts';
import { TaskStore } from '../store/task-store.ts';
import { sampleTask } from '../store/testing/sample-task.ts';
import { deadHint, editedBlockers, listDependencies } from './dependencies.ts';

const task = (id: string, rest: Partial<BoardTask> = {}): BoardTask => sampleTask({ id, title: id, ...rest });
const read = (id: string, rest: Partial<DependencyTask> = {}): DependencyTask => {
  const { title, status, projectId, assignedAgentId, assignedMemberId, archivedAt, version } = task(id);
  return { id, title, status, projectId, assignedAgentId, assignedMemberId, archivedAt, version, ...rest };
};
const titlesOf = (tasks: DependencyTask[]) => tasks.map(({ title }) => title);

let store: TaskStore;
let time = 0;
beforeEach(() => {
  store = new TaskStore();
});

/** The store reads a response that was requested now. */
function respond(response: Partial<TaskDependencies>): TaskDependencies {
  const whole = { blockers: [], dependants: [], ...response };
  store.receiveList(whole, store.now());
  return whole;
}
const receive = (after: BoardTask) => {
  time += 1;
  store.receiveChanges([{ teamId: 't', xid: BigInt(time), before: null, after }]);
};
const list = (blockedBy: string[], response?: TaskDependencies) =>
  listDependencies({ id: 'x', blockedBy }, response, store);

describe('the blockers of a task', () => {
  test('are those of its field `blockedBy`, each in its newest version, with done tasks last', () => {
    const response = respond({
      blockers: [read('a', { title: 'as read' }), read('b', { version: 4, title: 'newer' }), read('gone')],
    });
    receive(task('a', { version: 2, status: 'done', title: 'renamed' }));
    receive(task('b', { version: 3, title: 'older' }));
    const { blockers, unreadBlockerCount } = list(['a', 'b', 'new'], response);
    expect(titlesOf(blockers)).toEqual(['newer', 'renamed']);
    expect(unreadBlockerCount).toBe(1);
  });

  test('are listed before they are read, as far as the page knows them', () => {
    receive(task('a'));
    expect(list(['a', 'b'])).toMatchObject({ blockers: [{ id: 'a' }], unreadBlockerCount: 1 });
  });

  test('list a cancelled task among the open ones, because it still blocks', () => {
    const response = respond({
      blockers: [read('a', { status: 'done' }), read('b', { status: 'cancelled' })],
    });
    expect(titlesOf(list(['a', 'b'], response).blockers)).toEqual(['b', 'a']);
  });
});

describe('the dependants of a task', () => {
  test('follow the events after the response, and closed tasks come last', () => {
    const response = respond({ dependants: [read('a'), read('b'), read('c'), read('d')] });
    receive(task('a', { version: 2, blockedBy: ['x'], status: 'cancelled' }));
    receive(task('b', { version: 2, blockedBy: ['other'] }));
    receive(task('e', { blockedBy: ['other', 'x'] }));
    expect(titlesOf(list([], response).dependants)).toEqual(['c', 'd', 'e', 'a']);
  });

  test('lack a task that was told before the request and is missing from the response', () => {
    receive(task('before', { blockedBy: ['x'] }));
    const response = respond({});
    expect(list([], response).dependants).toEqual([]);
    receive(task('after', { blockedBy: ['x'] }));
    expect(titlesOf(list([], response).dependants)).toEqual(['after']);
  });

  test('include a task that was told between the request and its response', () => {
    const begunAt = store.now();
    receive(task('between', { blockedBy: ['x'] }));
    const response = { blockers: [], dependants: [] };
    store.receiveList(response, begunAt);
    expect(titlesOf(list([], response).dependants)).toEqual(['between']);
  });

  test('keep a task that the response has in a newer version than the events', () => {
    receive(task('a', { version: 2 }));
    const response = respond({ dependants: [read('a', { version: 3 })] });
    expect(titlesOf(list([], response).dependants)).toEqual(['a']);
  });

  test('show the pending changes of this page', () => {
    const [a, b] = [task('a'), task('b', { blockedBy: ['x'] })];
    receive(a);
    receive(b);
    const response = respond({ dependants: [read('b')] });
    const edit = (isAdded: boolean) => expectDependency({ blockerId: 'x', isAdded }, []);
    const adding = store.begin('t', a, edit(true));
    store.begin('t', b, edit(false));
    expect(titlesOf(list([], response).dependants)).toEqual(['a']);
    adding.end();
    expect(list([], response).dependants).toEqual([]);
  });

  test('keep their tasks when the store forgets others', () => {
    receive(task('listed', { blockedBy: ['x'], title: 'renamed', version: 2 }));
    const response = respond({ dependants: [read('listed')] });
    for (let number = 0; number < 3_000; number += 1) receive(task(`other ${number}`));
    store.evict([], [response]);
    expect(store.shown('other 0')).toBeUndefined();
    expect(titlesOf(list([], response).dependants)).toEqual(['renamed']);
  });
});

describe('an expected edit', () => {
  const known = [task('open'), task('done', { status: 'done' }), task('cancelled', { status: 'cancelled' })];
  const after = (before: Partial<BoardTask>, blockerId: string, isAdded: boolean) =>
    expectDependency({ blockerId, isAdded }, known)(task('x', before));

  test.each<[string, Partial<BoardTask>, string, boolean, Partial<BoardTask>]>([
    ['an open task blocks', {}, 'open', true, { blockedBy: ['open'], isBlocked: true }],
    ['a cancelled task blocks', {}, 'cancelled', true, { isBlocked: true }],
    ['a done task does not', {}, 'done', true, { blockedBy: ['done'], isBlocked: false }],
    [
      'the last open one unblocks',
      { blockedBy: ['done', 'open'], isBlocked: true },
      'open',
      false,
      { blockedBy: ['done'], isBlocked: false },
    ],
    [
      'an unknown one may still block',
      { blockedBy: ['open', 'unknown'], isBlocked: true },
      'open',
      false,
      { blockedBy: ['unknown'], isBlocked: true },
    ],
  ])('%s', (_, before, blockerId, isAdded, expected) => {
    expect(after(before, blockerId, isAdded)).toMatchObject(expected);
  });

  test('may be applied to its own result, and does not change an archived task', () => {
    const once = after({}, 'open', true);
    expect(expectDependency({ blockerId: 'open', isAdded: true }, known)(once)).toBe(once);
    const archived = task('x', { archivedAt: '2026-11-21T10:00:00.000Z' });
    expect(expectDependency({ blockerId: 'open', isAdded: true }, [])(archived)).toBe(archived);
  });
});

test('an edit keeps the order of the service, and adds nothing twice', () => {
  expect(editedBlockers(task('x', { blockedBy: ['a', 'c'] }), { blockerId: 'b', isAdded: true })).toEqual([
    ...['a', 'b', 'c'],
  ]);
  expect(editedBlockers(task('x', { blockedBy: ['a'] }), { blockerId: 'a', isAdded: true })).toEqual(['a']);
});

test('advises to reopen cancelled blockers and to restore archived ones', () => {
  const [cancelled, archived] = [
    read('a', { status: 'cancelled' }),
    read('b', { archivedAt: '2026-11-21T10:00:00.000Z' }),
  ];
  expect(deadHint([cancelled], 1)).toBe('It is cancelled: reopen it, or remove it here.');
  expect(deadHint([archived], 3)).toBe('One of them is archived: restore it, or remove it here.');
  expect(deadHint([cancelled, archived], 3)).toBe(
    '2 of them are cancelled or archived: reopen them, or remove them here.',
  );
});
