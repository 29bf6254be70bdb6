import { describe, expect, it } from 'vitest';
import { decideExpiry, decideRelease, decideUndelivered, decideWithdrawal } from './task-return-rules.ts';
import { decideClaim, decideCompletion, decideHeartbeat } from './task-rules.ts';
import type { TaskState } from './task-state.ts';
import {
  ada,
  backInTodo,
  changeOf,
  exhausted,
  held,
  key,
  late,
  leased,
  noLease,
  now,
  releasedByAda,
  taskOf,
} from './testing/changed-tasks.ts';

// What the calls about an attempt change and keep, from its claim to its end. Errors: task-rules.test.ts.

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

  it('by the holder ends its claim and keeps the attempt and the assignee', () => {
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
