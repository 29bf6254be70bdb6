import { describe, expect, it } from 'vitest';
import { decideComment, decideMove, newTask } from './task-rules.ts';
import type { TaskCaller, TaskState } from './task-state.ts';
import { decideUpdate } from './task-update-rules.ts';
import {
  ada,
  backInTodo,
  before,
  changeOf,
  done,
  exhausted,
  held,
  key,
  leased,
  noLease,
  now,
  releasedByAda,
  taskOf,
} from './testing/changed-tasks.ts';

// The fields that an accepted call changes, and those that it keeps. Errors: task-rules.test.ts and
// task-rules.move-update.test.ts.

it('a new task is in the queue in version 1 without an attempt, also when it is assigned', () => {
  const texts = {
    id: 'task',
    title: 'T',
    description: 'D',
    projectId: 'project',
    dueDate: '2026-03-31',
    notBefore: null,
    ...{ links: [], blockedBy: [] },
    parentId: null,
    externalId: null,
  };
  const given = { ...texts, priority: 'high', assignedAgentId: 'ada', assignedMemberId: null } as const;
  const { createdAt, updatedAt, statusChangedAt, nextSince, ...task } = newTask(given, {
    kind: 'member',
    id: 'member',
  });
  expect(task).toEqual({
    ...given,
    ...{
      status: 'todo',
      inQueue: true,
      result: null,
      attempt: 0,
      version: 1,
      rank: '',
      heldSince: null,
      completedAt: null,
    },
    ...{ isBlocked: false, openBlockers: 0, cancelledBlockers: 0, dependants: 0 },
    ...{ attention: null, staleTimes: [86_400, 604_800] },
    ...{
      ...noLease,
      failuresInRow: 0,
      lastSignAt: null,
      needsAttention: null,
      commentCount: 0,
      archivedAt: null,
      archivedWithProject: false,
      ...{ releasedBy: null, releasedUntil: null },
    },
    ...{ createdByKind: 'member', createdById: 'member' },
    ...{ descriptionByKind: 'member', descriptionById: 'member' },
  });
});

it('a move by an agent to todo is a release', () => {
  const call = { caller: ada, status: 'todo', attempt: held.attempt, versions: null } as const;
  const { failuresInRow, ...change } = backInTodo;
  const moved = { event: 'task.moved', ...change, ...releasedByAda };
  expect(changeOf(leased, decideMove(leased, call, now))).toEqual(moved);
});

describe('a move by a key', () => {
  const move = (task: TaskState, status: TaskState['status']) =>
    changeOf(task, decideMove(task, { caller: key, status, attempt: null, versions: null }, now));
  const assigned = taskOf({ assignedAgentId: 'ada' });

  const statuses = ['todo', 'in_progress', 'done', 'cancelled'] as const;
  const ways = statuses.flatMap((from) =>
    [null, 'ada'].flatMap((assignee) => statuses.map((to) => ({ from, assignee, to }))),
  );
  it.each(ways)('of a task in $from of $assignee to $to', ({ from, assignee, to }) => {
    const isHeld = from === 'in_progress' && assignee !== null;
    const task = taskOf({ status: from, assignedAgentId: assignee, heldSince: isHeld ? before : null });
    const decision = decideMove(task, { caller: key, status: to, attempt: null, versions: null }, now);
    if (from === to) return expect(decision).toBe('keep');
    const isTaken = to === 'in_progress' && assignee !== null;
    expect(decision).toMatchObject({
      event: 'task.moved',
      set: {
        ...{ status: to, assignedAgentId: to === 'todo' ? null : assignee },
        ...{ heldSince: isTaken ? now : null, attempt: isTaken ? 4 : 3, completedAt: null },
      },
    });
  });

  it('to todo clears the assignee and the claim', () => {
    expect(move(leased, 'todo')).toEqual({ event: 'task.moved', ...backInTodo });
  });

  it.each(['done', 'cancelled'] as const)(
    'to %s ends the claim and keeps assignee, attempt, result',
    (status) => {
      const { assignedAgentId, ...change } = backInTodo;
      expect(move(leased, status)).toEqual({ event: 'task.moved', ...change, status });
    },
  );

  it('from done clears the time of the completion', () => {
    const reopened = { event: 'task.moved', completedAt: null, failuresInRow: 0 };
    expect(move(done, 'todo')).toEqual({ ...reopened, status: 'todo', assignedAgentId: null });
    expect(move(done, 'cancelled')).toEqual({ ...reopened, status: 'cancelled' });
  });

  it('to in progress makes the assigned agent the holder, in a new attempt', () => {
    const change = {
      event: 'task.moved',
      status: 'in_progress',
      heldSince: now,
      attempt: 4,
      failuresInRow: 0,
    };
    expect(move(assigned, 'in_progress')).toEqual(change);
  });

  it('to in progress with nobody assigned starts no attempt', () => {
    const change = { event: 'task.moved', status: 'in_progress', failuresInRow: 0 };
    expect(move(taskOf(), 'in_progress')).toEqual(change);
  });

  it('clears needsAttention', () => {
    const change = { event: 'task.moved', status: 'cancelled', needsAttention: null, failuresInRow: 0 };
    expect(move(exhausted, 'cancelled')).toEqual(change);
  });
});

describe('an update', () => {
  type Patch = Parameters<typeof decideUpdate>[1]['patch'];
  const update = (task: TaskState, patch: Patch, caller: TaskCaller = key) =>
    changeOf(task, decideUpdate(task, { patch, caller, versions: null }, now));

  it('writes the given fields that differ, and keeps the author of an equal description', () => {
    const patch = { title: 'U', description: 'D', priority: 'high', projectId: 'another' } as const;
    const change = { event: 'task.updated', title: 'U', priority: 'high', projectId: 'another' };
    expect(update(leased, patch, { kind: 'member', id: 'member' })).toEqual(change);
  });

  it.each(['E', null])('of the description to %s notes its author', (description) => {
    const author = { descriptionByKind: 'agent', descriptionById: 'ada' };
    expect(update(held, { description }, ada)).toEqual({ event: 'task.updated', description, ...author });
  });

  it('of the assignee of a held task hands the claim over, as a new attempt without a lease', () => {
    const claim = { heldSince: now, attempt: 4, ...noLease, failuresInRow: 0 };
    const change = { event: 'task.updated', assignedAgentId: 'bob', ...claim };
    expect(update(leased, { assignedAgentId: 'bob' })).toEqual(change);
  });

  it('that unassigns a held task returns it to todo in the same attempt', () => {
    expect(update(leased, { assignedAgentId: null })).toEqual({ event: 'task.updated', ...backInTodo });
  });

  it('of the assignee of a task in todo changes nothing else', () => {
    const ofAda = taskOf({ assignedAgentId: 'ada' });
    for (const assignedAgentId of ['bob', null])
      expect(update(ofAda, { assignedAgentId })).toEqual({ event: 'task.updated', assignedAgentId });
  });

  it('that assigns a task whose attempts are exhausted begins their count anew', () => {
    const exhausted = taskOf({ needsAttention: 'attempts_exhausted' });
    const anew = { event: 'task.updated', needsAttention: null, failuresInRow: 0 };
    for (const assignee of [{ assignedAgentId: 'bob' }, { assignedMemberId: 'member' }])
      expect(update(exhausted, assignee)).toMatchObject({ ...anew, ...assignee });
    const ofAda = taskOf({ assignedAgentId: 'ada', needsAttention: 'attempts_exhausted' });
    expect(update(ofAda, { assignedAgentId: null })).toEqual({
      event: 'task.updated',
      assignedAgentId: null,
    });
  });

  it('of the assignee of a task in progress with nobody assigned starts an attempt', () => {
    const change = { event: 'task.updated', assignedAgentId: 'bob', heldSince: now, attempt: 4 };
    expect(update(taskOf({ status: 'in_progress' }), { assignedAgentId: 'bob' })).toEqual(change);
  });
});

it('a comment raises the count of comments and changes nothing else', () => {
  expect(changeOf(leased, decideComment(leased))).toEqual({ event: 'task.commented', commentCount: 6 });
});
