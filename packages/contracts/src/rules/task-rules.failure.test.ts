import { describe, expect, it } from 'vitest';
import { isBeforeStart } from './task-conditions.ts';
import { decideExpiry, decideFailure, decideRelease } from './task-return-rules.ts';
import { settle } from './task-settle.ts';
import type { TaskDecision, TaskState } from './task-state.ts';
import {
  ada,
  assignedTo,
  cancelled,
  completedBy,
  done,
  heldBy,
  itsVersion,
  key,
  needsAttention,
  now,
  oldVersion,
  outcomeOf,
  over,
  running,
  taskOf,
  unheld,
} from './testing/task-states.ts';

const archived = { archivedAt: now } as const;
const call = {
  ...{ agentId: 'ada', reason: 'No access', retryAfterSeconds: null },
  ...{ attempt: null, versions: null, maxAttempts: null },
};
const seconds = (count: number) => new Date(Date.parse(now) + count * 1_000).toISOString();

function setOf(decision: TaskDecision): Partial<TaskState> {
  if (typeof decision === 'string') throw new Error(decision);
  return decision.set;
}

describe('fail', () => {
  const fail = (task: TaskState, given: Partial<typeof call> | object = {}) =>
    outcomeOf(decideFailure(task, { ...call, ...given }, now));
  it.each<[given: string, expected: string, outcome: unknown]>([
    ['what she holds', 'task.failed', fail(heldBy('ada'))],
    ['what she holds under a lease', 'task.failed', fail(heldBy('ada', running))],
    ['what she holds, in its attempt', 'task.failed', fail(heldBy('ada'), { attempt: 3 })],
    ['what she holds, in its version', 'task.failed', fail(heldBy('ada'), itsVersion)],
    ['what she holds and waits for others by now', 'task.failed', fail(heldBy('ada', { isBlocked: true }))],
    ['what she holds, in another attempt', 'STALE_CLAIM', fail(heldBy('ada'), { attempt: 2 })],
    ['what she holds, in another version', 'PRECONDITION_FAILED', fail(heldBy('ada'), oldVersion)],
    ['what she holds, the lease is over', 'STALE_CLAIM', fail(heldBy('ada', over))],
    ['what bob holds', 'NOT_CLAIM_HOLDER', fail(heldBy('bob'))],
    ['what bob holds, in its attempt', 'STALE_CLAIM', fail(heldBy('bob'), { attempt: 3 })],
    ['what is in todo', 'NOT_CLAIM_HOLDER', fail(taskOf())],
    ['what is assigned to her', 'NOT_CLAIM_HOLDER', fail(assignedTo('ada'))],
    ['what nobody holds', 'NOT_CLAIM_HOLDER', fail(taskOf(unheld))],
    ['what needs attention', 'NOT_CLAIM_HOLDER', fail(taskOf(needsAttention))],
    ['what she completed', 'TASK_ALREADY_COMPLETED', fail(completedBy('ada'))],
    ['what she completed, in its attempt', 'STALE_CLAIM', fail(completedBy('ada'), { attempt: 3 })],
    ['what is done', 'TASK_ALREADY_COMPLETED', fail(taskOf(done))],
    ['what is cancelled', 'TASK_CANCELLED', fail(taskOf(cancelled))],
    ['what is archived', 'TASK_ARCHIVED', fail(taskOf(archived))],
  ])('%s: %s', (_, expected, outcome) => {
    expect(outcome).toBe(expected);
  });

  it('returns the task to todo, unassigned, with the reason', () => {
    const decision = decideFailure(heldBy('ada', running), call, now);
    expect(decision).toMatchObject({
      event: 'task.failed',
      reason: 'No access',
      set: {
        ...{
          status: 'todo',
          assignedAgentId: null,
          heldSince: null,
          leaseSeconds: null,
          leaseExpiresAt: null,
        },
        ...{ failuresInRow: 1, needsAttention: null, notBefore: seconds(30) },
      },
    });
  });

  it.each([
    [0, 30],
    [1, 60],
    [2, 120],
    [6, 1_920],
    [7, 3_600],
    [1_000, 3_600],
  ])('after %i failures in a row it is offered again after %i s', (failuresInRow, delay) => {
    const set = setOf(decideFailure(heldBy('ada', { failuresInRow }), call, now));
    expect(set).toMatchObject({ failuresInRow: failuresInRow + 1, notBefore: seconds(delay) });
  });

  it.each([1, 600, 86_400])('is offered again when the agent says: after %i s', (retryAfterSeconds) => {
    const set = setOf(
      decideFailure(heldBy('ada', { failuresInRow: 3 }), { ...call, retryAfterSeconds }, now),
    );
    expect(set).toMatchObject({ failuresInRow: 4, notBefore: seconds(retryAfterSeconds) });
  });

  it('is offered again at once if the agent says so', () => {
    const task = heldBy('ada', { failuresInRow: 3 });
    const decision = decideFailure(task, { ...call, retryAfterSeconds: 0 }, now);
    if (typeof decision === 'string') throw new Error(decision);
    expect(settle(task, decision, now)).toMatchObject({ inQueue: true, notBefore: null, failuresInRow: 4 });
  });

  it('keeps a later start time that people have set meanwhile', () => {
    const task = heldBy('ada', { notBefore: seconds(500) });
    for (const retryAfterSeconds of [null, 0])
      expect(setOf(decideFailure(task, { ...call, retryAfterSeconds }, now))).not.toHaveProperty('notBefore');
  });

  it('sets needsAttention and no start time after the last attempt that the project allows', () => {
    const limited = { ...call, maxAttempts: 3 };
    const set = (failuresInRow: number) =>
      setOf(decideFailure(heldBy('ada', { failuresInRow }), limited, now));
    expect(set(1)).toMatchObject({ failuresInRow: 2, needsAttention: null, notBefore: seconds(60) });
    expect(set(2)).toMatchObject({ failuresInRow: 3, needsAttention: 'attempts_exhausted' });
    expect(set(2)).not.toHaveProperty('notBefore');
  });
});

describe('the end of a lease', () => {
  const expire = (failuresInRow: number, maxAttempts: number | null = null) => {
    const task = heldBy('ada', { ...over, failuresInRow });
    const decision = decideExpiry(task, { maxAttempts }, now);
    if (typeof decision === 'string') throw new Error(decision);
    return settle(task, decision, now);
  };

  it('offers the task again at once, the first time in a row', () => {
    expect(expire(0)).toMatchObject({ failuresInRow: 1, notBefore: null, inQueue: true });
  });

  it.each([
    [1, 60],
    [2, 120],
    [9, 3_600],
  ])('after %i failures in a row it is offered again after %i s', (failuresInRow, delay) => {
    const time = seconds(delay);
    expect(expire(failuresInRow)).toMatchObject({ notBefore: time, inQueue: false, checkAt: time });
  });

  it('counts together with failures', () => {
    expect(expire(2, 3)).toMatchObject({ needsAttention: 'attempts_exhausted', failuresInRow: 3 });
    expect(expire(1, 3)).toMatchObject({ needsAttention: null, failuresInRow: 2 });
  });
});

describe('a release', () => {
  const release = (caller: typeof ada | typeof key) =>
    setOf(
      decideRelease(
        heldBy('ada', { failuresInRow: 2 }),
        { caller, reason: null, attempt: null, versions: null },
        now,
      ),
    );

  it('by the agent keeps the count of failures, by a key resets it', () => {
    expect(release(ada).failuresInRow).toBe(2);
    expect(release(key).failuresInRow).toBe(0);
  });

  it('by a key makes a task that needs attention claimable at once', () => {
    const task = taskOf({ ...needsAttention, inQueue: false, failuresInRow: 5 });
    const decision = decideRelease(task, { caller: key, reason: null, attempt: null, versions: null }, now);
    if (typeof decision === 'string') throw new Error(decision);
    const after = settle(task, decision, now);
    expect(after).toMatchObject({ inQueue: true, failuresInRow: 0, needsAttention: null });
    expect(isBeforeStart(after, now)).toBe(false);
  });
});
