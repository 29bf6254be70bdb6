import type { Attention, BoardTask, TaskNext } from '@crewboard/contracts';
import { describe, expect, it, test } from 'vitest';
import { attentionOf } from './next-actor.ts';
import { shownNext } from './store/expected-next.ts';
import { ToldTasks } from './store/told-tasks.ts';

const now = '2026-11-27T12:00:00.000Z';
const task = (fields: Partial<BoardTask> = {}) =>
  ({
    ...{ id: 't', title: 'A task', status: 'todo', version: 1, attempt: 0, blockedBy: [], isBlocked: false },
    ...{ assignedAgentId: null, assignedMemberId: null, needsAttention: null, archivedAt: null },
    ...{ notBefore: null, leaseExpiresAt: null, projectId: 'p' },
    ...{ statusChangedAt: '2026-11-27T10:00:00.000Z', updatedAt: '2026-11-27T11:00:00.000Z' },
    ...fields,
  }) as BoardTask;
const stale: TaskNext = { actor: 'person', reason: 'stale', was: 'queued', since: now };

describe('who acts next, in the store', () => {
  const told = (...steps: [task: BoardTask, next?: TaskNext | null][]) => {
    const tasks = new ToldTasks();
    steps.forEach(([each, next], at) => {
      tasks.tell(each, at, { next });
    });
    return tasks.get('t')?.next;
  };

  it('stays while the fields that decide it stay', () => {
    expect(told([task(), stale], [task({ version: 2, title: 'Another name' })])).toBe(stale);
  });

  it('is unknown after a change of a field that decides it', () => {
    expect(told([task(), stale], [task({ version: 2, assignedMemberId: 'm' })])).toBeUndefined();
    expect(told([task(), stale], [task({ version: 2, status: 'in_progress' })])).toBeUndefined();
  });

  it('is the last one that was told for a version', () => {
    const queued: TaskNext = { actor: 'agent', reason: 'queued', since: now };
    expect(told([task(), queued], [task(), stale])).toBe(stale);
    expect(told([task(), stale], [task(), null])).toBeNull();
  });

  it('ignores the one of an older version', () => {
    expect(told([task({ version: 2, assignedMemberId: 'm' })], [task(), stale])).toBeUndefined();
  });
});

describe('a read of the tasks that wait for a person', () => {
  const groupOf = (count: number, ...tasks: BoardTask[]): Attention['tasks'][number] => ({
    ...{ reason: 'stale', count, isExact: true },
    tasks: tasks.map((each) => ({ ...each, next: stale })),
  });
  /** Who acts next on a task that was told at time 1, after a read that began at `begunAt`. */
  const after = (groups: Attention['tasks'], begunAt: number) => {
    const tasks = new ToldTasks();
    tasks.tell(task(), 1, { teamId: 'team', next: stale });
    tasks.receiveAttention({ teamId: 'team', groups, at: 3, begunAt });
    return tasks.get('t')?.next;
  };

  it('marks the tasks that it lists, and unmarks those that it lacks', () => {
    expect(after([groupOf(1, task())], 2)).toBe(stale);
    expect(after([], 2)).toBeUndefined();
    expect(after([groupOf(1, task({ id: 'other' }))], 2)).toBeUndefined();
  });

  it('unmarks a task that changed after the request and kept its mark', () => {
    const tasks = new ToldTasks();
    tasks.tell(task(), 1, { teamId: 'team', next: stale });
    tasks.tell(task({ version: 2, title: 'Another name' }), 3);
    tasks.receiveAttention({ teamId: 'team', groups: [], at: 4, begunAt: 2 });
    expect(tasks.get('t')?.next).toBeUndefined();
  });

  it('keeps a mark that is newer than the request, and all marks of a reason that it lists in part', () => {
    expect(after([], 1)).toBe(stale);
    expect(after([groupOf(2, task({ id: 'other' }))], 2)).toBe(stale);
  });
});

test.each<[string | null, Partial<BoardTask>, TaskNext | null | undefined]>([
  ['attempts_exhausted', { needsAttention: 'attempts_exhausted' }, undefined],
  ['in_progress_unassigned', { status: 'in_progress' }, undefined],
  ['stale', {}, stale],
  [null, {}, undefined],
  [null, { status: 'in_progress', assignedAgentId: 'a' }, undefined],
  [null, { assignedMemberId: 'm' }, { actor: 'person', reason: 'person', since: now }],
  [null, {}, { actor: 'agent', reason: 'queued', since: now }],
  [null, { status: 'done' }, null],
])('the attention is %s of %j, told %j', (reason, fields, next) => {
  expect(attentionOf(task(fields), next)).toBe(reason);
});

test.each<[string | undefined, Partial<BoardTask>]>([
  ['working', { status: 'in_progress', assignedAgentId: 'a' }],
  ['person', { assignedMemberId: 'm' }],
  ['blocked', { isBlocked: true, blockedBy: ['b'] }],
  ['not_before', { notBefore: '2026-11-27T13:00:00.000Z' }],
  ['assigned', { assignedAgentId: 'a' }],
  ['queued', {}],
  [undefined, { status: 'done' }],
  [undefined, { archivedAt: now }],
])('the task itself tells %s of %j', (reason, fields) => {
  expect(shownNext(task(fields), undefined, now)?.reason).toBe(reason);
});

describe('who acts next, shown beside a task', () => {
  const next: TaskNext = { actor: 'agent', reason: 'queued', since: now, deadline: now };

  it('is as it was read while the task waits for the same', () => {
    expect(shownNext(task({ title: 'Another title', version: 2 }), { ...task(), next }, now)).toBe(next);
    expect(shownNext(task(), { ...task({ version: 2 }), next: null }, now)).toBeNull();
  });

  it.each<Partial<BoardTask>>([{ status: 'cancelled' }, { status: 'done' }, { archivedAt: now }])(
    'is nobody once the task is %j, even if a newer version was read',
    (fields) => {
      for (const version of [1, 3]) {
        expect(shownNext(task({ ...fields, version: 2 }), { ...task({ version }), next }, now)).toBeNull();
      }
    },
  );
});
