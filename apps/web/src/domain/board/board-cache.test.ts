import type { BoardCounts, Task, TaskStatus } from '@crewboard/contracts';
import { describe, expect, test } from 'vitest';
import {
  type BoardState,
  changeBoard,
  changeCounts,
  changesInexactCount,
  hasNoTasks,
  movedTask,
  tasksOf,
} from './board-cache.ts';
import { patchedTask } from './task-changes.ts';

function task(id: string, day: number, rest: Partial<Task> = {}): Task {
  const createdAt = `2026-01-${String(day).padStart(2, '0')}T00:00:00.000Z`;
  const fields = {
    description: null,
    priority: 'normal',
    projectId: 'p1',
    result: null,
    attempt: 0,
    leaseExpiresAt: null,
    needsAttention: null,
    version: 1,
  } as const;
  return {
    ...fields,
    id,
    title: id,
    status: 'todo',
    assignedAgentId: null,
    createdAt,
    statusChangedAt: createdAt,
    updatedAt: createdAt,
    ...rest,
  };
}

const placeOf = ({ statusChangedAt, id }: Task) => ({ time: statusChangedAt, id });
const pageOf = (tasks: Task[], next: Task | null = null) => ({
  tasks,
  commentCounts: {},
  nextCursor: next && placeOf(next),
});

function freeze<T>(value: T): T {
  if (value && typeof value === 'object') for (const part of Object.values(value)) freeze(part);
  return Object.freeze(value);
}

const exactly = (count: number) => ({ count, isExact: true });

// Frozen: changing a cached object in place throws.
const board = freeze<BoardState>({
  columns: {
    todo: {
      pages: [pageOf([task('c', 9), task('b', 5)], task('b', 5)), pageOf([task('a', 3)])],
      pageParams: [null, placeOf(task('b', 5))],
    },
    done: { pages: [pageOf([task('z', 7, { status: 'done' })], task('z', 7))], pageParams: [null] },
  },
  counts: {
    snapshot: '5:5:',
    todo: exactly(3),
    in_progress: exactly(0),
    done: exactly(10),
    cancelled: exactly(0),
  },
});

const ids = (state: BoardState, status: TaskStatus) => tasksOf(state.columns[status]).map(({ id }) => id);

describe('a move', () => {
  const before = task('c', 9);
  const moved = changeBoard(board, {}, { before, after: movedTask(before, 'done') });

  test('removes the task from one column and lists it first in the other', () => {
    expect(ids(moved, 'todo')).toEqual(['b', 'a']);
    expect(ids(moved, 'done')).toEqual(['c', 'z']);
  });

  test('updates the counts', () => {
    expect(moved.counts).toMatchObject({
      todo: exactly(2),
      in_progress: exactly(0),
      done: exactly(11),
      cancelled: exactly(0),
    });
  });

  test('is reverted by the reversed change', () => {
    expect(changeBoard(moved, {}, { before: movedTask(before, 'done'), after: before })).toEqual(board);
  });

  test('keeps concurrent changes of others when it is reverted', () => {
    const meanwhile = changeBoard(moved, {}, { before: null, after: task('d', 10) });
    const back = changeBoard(meanwhile, {}, { before: movedTask(before, 'done'), after: before });
    expect(ids(back, 'todo')).toEqual(['d', 'c', 'b', 'a']);
    expect(back.counts?.todo).toEqual(exactly(4));
  });

  test('to a position that is not loaded updates the counts and does not show the task out of order', () => {
    const old = task('a', 3);
    const state = changeBoard(board, {}, { before: old, after: { ...old, status: 'done' } });
    expect(ids(state, 'done')).toEqual(['z']);
    expect(state.counts?.done).toEqual(exactly(11));
  });

  test('of the oldest task lists it first among the closed ones, and restores its position when it is reverted', () => {
    const old = task('a', 3);
    const closed = changeBoard(board, {}, { before: old, after: movedTask(old, 'done') });
    expect(ids(closed, 'done')).toEqual(['a', 'z']);
    const done = tasksOf(closed.columns.done)[0] ?? old;
    const reopened = changeBoard(closed, {}, { before: done, after: movedTask(done, 'todo') });
    expect(ids(reopened, 'todo')).toEqual(['c', 'b', 'a']);
  });

  test('is later than every other change of the task, also when the clock of the browser is behind', () => {
    const future = '2999-01-01T00:00:00.000Z';
    expect(movedTask(task('a', 3, { updatedAt: future }), 'done').statusChangedAt).toBe(future);
  });

  test('to todo unassigns the task; other moves keep the agent', () => {
    const held = task('h', 1, { status: 'in_progress', assignedAgentId: 'a1' });
    expect(movedTask(held, 'todo').assignedAgentId).toBeNull();
    expect(movedTask(held, 'done').assignedAgentId).toBe('a1');
  });

  test('into a column that was never loaded updates the other data', () => {
    const state = changeBoard(board, {}, { before, after: movedTask(before, 'cancelled') });
    expect(state.columns.cancelled).toBeUndefined();
    expect(state.counts?.cancelled).toEqual(exactly(1));
  });
});

describe('a count that is not exact', () => {
  const atLeast = { count: 240, isExact: false };
  const counts = freeze({ ...(board.counts as BoardCounts), done: atLeast });
  const change = { before: task('c', 9), after: movedTask(task('c', 9), 'done') };

  test('is not changed by a task that joins or leaves it; the exact count of the other column is', () => {
    const changed = changeCounts(counts, {}, change);
    expect(changed).toMatchObject({ todo: exactly(2), done: atLeast });
    const back = changeCounts(changed, {}, { before: change.after, after: change.before });
    expect(back).toMatchObject({ todo: exactly(3), done: atLeast });
  });

  test('is to be read again after a change that the filters show in its column', () => {
    expect(changesInexactCount(counts, {}, change)).toBe(true);
    expect(changesInexactCount(counts, { projectId: 'p1' }, change)).toBe(true);
    expect(changesInexactCount(counts, { projectId: 'p2' }, change)).toBe(false);
    expect(changesInexactCount(counts, {}, { ...change, after: movedTask(change.before, 'cancelled') })).toBe(
      false,
    );
    const renamed = { before: change.after, after: { ...change.after, title: 'new' } };
    expect(changesInexactCount(counts, {}, renamed)).toBe(false);
  });

  test('says that a column may have tasks', () => {
    expect([exactly(0), exactly(1), { count: 0, isExact: false }].map(hasNoTasks)).toEqual([
      true,
      false,
      false,
    ]);
  });
});

describe('other changes', () => {
  test('a new task is inserted by its age, and each page keeps its cursor', () => {
    const state = changeBoard(board, {}, { before: null, after: task('n', 4) });
    expect(ids(state, 'todo')).toEqual(['c', 'b', 'n', 'a']);
    expect(state.columns.todo?.pages.map(({ nextCursor }) => nextCursor?.id)).toEqual(['b', undefined]);
    expect(state.counts?.todo).toEqual(exactly(4));
  });

  test('a new task is inserted on a page that reaches to its time, also where that page has no task', () => {
    const pages = [pageOf([], task('y', 6)), pageOf([task('a', 3)], task('x', 2))];
    const state: BoardState = { columns: { todo: { pages, pageParams: [null, placeOf(task('y', 6))] } } };
    const added = (id: string, day: number) =>
      changeBoard(state, {}, { before: null, after: task(id, day) }).columns.todo?.pages.map(({ tasks }) =>
        tasks.map((each) => each.id),
      );
    expect(added('n', 9)).toEqual([['n'], ['a']]);
    expect(added('n', 5)).toEqual([[], ['n', 'a']]);
    expect(added('y', 6)).toEqual([['y'], ['a']]);
    expect(added('n', 2)).toEqual([[], ['a']]);
  });

  test('a change of other fields updates the card and no count', () => {
    const state = changeBoard(board, {}, { before: task('b', 5), after: task('b', 5, { title: 'new' }) });
    expect(tasksOf(state.columns.todo)[1]?.title).toBe('new');
    expect(state.counts).toBe(board.counts);
    expect(state.columns.done).toBe(board.columns.done);
  });

  test('a transferred claim puts the task first among those in progress', () => {
    const held = { status: 'in_progress', assignedAgentId: 'a1' } as const;
    const [newer, older] = [task('n', 9, held), task('o', 5, held)];
    const state: BoardState = {
      columns: { in_progress: { pages: [pageOf([newer, older])], pageParams: [null] } },
    };
    const given = changeBoard(
      state,
      {},
      { before: older, after: patchedTask(older, { assignedAgentId: 'a2' }) },
    );
    expect(ids(given, 'in_progress')).toEqual(['o', 'n']);
    const renamed = changeBoard(state, {}, { before: older, after: patchedTask(older, { title: 'new' }) });
    expect(ids(renamed, 'in_progress')).toEqual(['n', 'o']);
  });

  test('the same change twice shows the task once', () => {
    const change = { before: null, after: task('n', 12) };
    expect(ids(changeBoard(changeBoard(board, {}, change), {}, change), 'todo')).toEqual([
      'n',
      'c',
      'b',
      'a',
    ]);
  });

  test('a task that no longer matches the filter leaves the column and the count', () => {
    const state = changeBoard(
      board,
      { projectId: 'p1' },
      { before: task('b', 5), after: task('b', 5, { projectId: 'p2' }) },
    );
    expect(ids(state, 'todo')).toEqual(['c', 'a']);
    expect(state.counts?.todo).toEqual(exactly(2));
  });

  test('at equal times the greater id comes first', () => {
    const state = changeBoard(board, {}, { before: null, after: task('bb', 5) });
    expect(ids(state, 'todo')).toEqual(['c', 'bb', 'b', 'a']);
  });
});
