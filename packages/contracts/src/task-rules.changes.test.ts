import { describe, expect, it } from 'vitest';
import { decideExpiry, decideRelease, decideUndelivered, decideWithdrawal } from './task-return-rules.ts';
import {
  decideClaim,
  decideComment,
  decideCompletion,
  decideHeartbeat,
  decideMove,
  newTask,
} from './task-rules.ts';
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
  late,
  leased,
  noLease,
  now,
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

describe('a claim', () => {
  const claim = (leaseSeconds: number | null) =>
    changeOf(taskOf(), decideClaim(taskOf(), { agentId: 'ada', leaseSeconds, versions: null }, now));
  const claimed = {
    ...{ event: 'task.claimed', status: 'in_progress', assignedAgentId: 'ada', heldSince: now, attempt: 4 },
  };

  it('without a lease starts an attempt of the agent', () => {
    expect(claim(null)).toEqual(claimed);
  });

  it('with a lease ends after its seconds, and the sweeper checks it then', () => {
    const leaseExpiresAt = '2026-03-01T12:01:30.000Z';
    expect(claim(90)).toEqual({ ...claimed, leaseSeconds: 90, leaseExpiresAt, checkAt: leaseExpiresAt });
  });
});

describe('a completion', () => {
  const complete = (task: TaskState) =>
    changeOf(
      task,
      decideCompletion(task, { agentId: 'ada', result: 'R', attempt: null, versions: null }, now),
    );
  const completed = {
    ...{ event: 'task.completed', status: 'done', completedAt: now, result: 'R', failuresInRow: 0 },
  };

  it('by the holder ends its claim and and keeps the attempt and the assignee', () => {
    expect(complete(leased)).toEqual({ ...completed, ...noLease, heldSince: null });
  });

  it('without a claim counts as one: the agent is assigned, in a new attempt', () => {
    expect(complete(taskOf())).toEqual({ ...completed, assignedAgentId: 'ada', attempt: 4 });
  });

  it('with the result that the task has leaves it as it is', () => {
    const call = { agentId: 'ada', result: held.result, attempt: null, versions: null };
    expect(decideCompletion(held, call, now)).not.toHaveProperty('set.result');
  });

  it('without a result clears the earlier result', () => {
    const call = { agentId: 'ada', result: null, attempt: null, versions: null };
    expect(changeOf(held, decideCompletion(held, call, now))).toMatchObject({ result: null });
  });
});

it('a heartbeat extends the lease by the seconds of the claim, and changes nothing else', () => {
  const decision = decideHeartbeat(leased, { agentId: 'ada', attempt: null }, now);
  expect(changeOf(leased, decision)).toEqual({
    ...{ event: null, leaseExpiresAt: '2026-03-01T12:01:00.000Z', lastSignAt: now },
  });
});

it('a heartbeat on a claim without a lease is a sign of its holder alone', () => {
  const decision = decideHeartbeat(held, { agentId: 'ada', attempt: null }, now);
  expect(changeOf(held, decision)).toEqual({ event: null, lastSignAt: now });
});

const releasedByAda = { releasedBy: ['ada'], releasedUntil: '2026-03-01T12:10:00.000Z' };

describe('a release', () => {
  const call = { caller: key, reason: 'R', attempt: null, versions: null };

  it('by a key returns the task to todo, resets the count of expired leases and keeps the attempt', () => {
    const decision = decideRelease(leased, call, now);
    expect(changeOf(leased, decision)).toEqual({ event: 'task.released', ...backInTodo });
    expect(decision).toMatchObject({ reason: 'R' });
  });

  it('by a key clears needsAttention and resets the count of expired leases', () => {
    const change = { event: 'task.released', needsAttention: null, failuresInRow: 0 };
    expect(changeOf(exhausted, decideRelease(exhausted, call, now))).toEqual(change);
  });

  it('by the holder returns the task to todo, keeps the count of failures, and offers the task to others', () => {
    const decision = decideRelease(leased, { ...call, caller: ada }, now);
    const { failuresInRow, ...change } = backInTodo;
    expect(changeOf(leased, decision)).toEqual({ event: 'task.released', ...change, ...releasedByAda });
    expect(decision).toMatchObject({ reason: 'R' });
  });
});

it('a withdrawal returns the task to todo', () => {
  const decision = decideWithdrawal(leased, { agentId: 'ada', attempt: null, reason: 'R' });
  expect(changeOf(leased, decision)).toEqual({ event: 'task.released', ...backInTodo });
  expect(decision).toMatchObject({ reason: 'R' });
});

describe('an expired lease', () => {
  const expire = (maxAttempts: number | null) => changeOf(late, decideExpiry(late, { maxAttempts }, now));
  const expired = { event: 'task.lease_expired', ...backInTodo, failuresInRow: 3 };

  it.each([4, null])('returns the task to todo and raises the count below the limit of %s', (maxAttempts) => {
    // Offered again after 120 s: it is the third in a row.
    expect(expire(maxAttempts)).toEqual({ ...expired, notBefore: '2026-03-01T12:02:00.000Z' });
  });

  it.each([3, 2])('sets needsAttention once the count reaches the limit of %s', (maxAttempts) => {
    expect(expire(maxAttempts)).toEqual({ ...expired, needsAttention: 'attempts_exhausted' });
  });
});

describe('an undelivered claim', () => {
  const takeBack = (wasAssigned: boolean) =>
    decideUndelivered(leased, { agentId: 'ada', attempt: 3, wasAssigned });
  const { failuresInRow, ...undone } = backInTodo;

  it('returns the task to todo with its count of expired leases', () => {
    expect(changeOf(leased, takeBack(false))).toEqual({ event: 'task.released', ...undone });
    expect(takeBack(false)).toMatchObject({ reason: 'undelivered' });
  });

  it('keeps the assignee that the task had before the claim', () => {
    const { assignedAgentId, ...change } = undone;
    expect(changeOf(leased, takeBack(true))).toEqual({ event: 'task.released', ...change });
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
    const assigned = taskOf({ assignedAgentId: 'ada', needsAttention: 'attempts_exhausted' });
    for (const assignedAgentId of ['bob', null])
      expect(update(assigned, { assignedAgentId })).toEqual({ event: 'task.updated', assignedAgentId });
  });

  it('of the assignee of a task in progress with nobody assigned starts an attempt', () => {
    const change = { event: 'task.updated', assignedAgentId: 'bob', heldSince: now, attempt: 4 };
    expect(update(taskOf({ status: 'in_progress' }), { assignedAgentId: 'bob' })).toEqual(change);
  });
});

it('a comment raises the count of comments and changes nothing else', () => {
  expect(changeOf(leased, decideComment(leased))).toEqual({ event: 'task.commented', commentCount: 6 });
});
