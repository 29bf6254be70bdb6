import { describe, expect, it } from 'vitest';
import { isLeaseOver } from './task-conditions.ts';
import { decideExpiry, decideRelease, decideUndelivered, decideWithdrawal } from './task-return-rules.ts';
import { decideClaim, decideCompletion, decideHeartbeat } from './task-rules.ts';
import { settle } from './task-settle.ts';
import type { TaskDecision, TaskState } from './task-state.ts';
import {
  ada,
  assignedTo,
  cancelled,
  completedBy,
  done,
  earlier,
  heldBy,
  itsVersion,
  key,
  later,
  member,
  needsAttention,
  now,
  oldVersion,
  outcomeOf,
  over,
  running,
  taskOf,
  unheld,
} from './testing/task-states.ts';

// Which calls about a claim succeed, and the order of their errors. Moves and updates:
// task-rules.move-update.test.ts. The changed fields: task-rules.changes.test.ts.

type Row<Call> = [given: string, expected: string | null, task: TaskState, call?: Partial<Call>];
type CallOf<Decide extends (task: TaskState, call: never, now: string) => TaskDecision> =
  Parameters<Decide>[1];

describe('isLeaseOver', () => {
  it.each([
    ['without a lease', null, false],
    ['before its end', later, false],
    ['at its end', now, true],
    ['after its end', earlier, true],
  ])('%s (%s): %s', (_, leaseExpiresAt, expected) => {
    expect(isLeaseOver({ leaseExpiresAt }, now)).toBe(expected);
  });
});

describe('whether a changed task is in the queue', () => {
  it.each([
    ['todo', {}, true],
    ['todo and assigned', { assignedAgentId: 'ada' }, true],
    ['todo and needs attention', needsAttention, false],
    ['in progress with nobody assigned', unheld, false],
    ['done', done, false],
    ['cancelled', cancelled, false],
  ])('a task that is %s: %s → %s', (_, set, expected) => {
    for (const inQueue of [true, false])
      expect(settle(taskOf({ inQueue }), { event: 'task.updated', set }, now).inQueue).toBe(expected);
  });
});

describe('a claim by ada', () => {
  it.each<Row<CallOf<typeof decideClaim>>>([
    ['in todo', 'task.claimed', taskOf()],
    ['in progress with nobody assigned', 'task.claimed', taskOf(unheld)],
    ['assigned to ada', 'task.claimed', assignedTo('ada')],
    ['whose version she names', 'task.claimed', taskOf(), itsVersion],
    ['that is done', 'TASK_NOT_CLAIMABLE', taskOf(done)],
    ['that is cancelled', 'TASK_NOT_CLAIMABLE', taskOf(cancelled)],
    ['done by another agent', 'TASK_NOT_CLAIMABLE', completedBy('bob')],
    ['done in another version', 'TASK_NOT_CLAIMABLE', taskOf(done), oldVersion],
    ['that needs attention', 'TASK_NOT_CLAIMABLE', taskOf(needsAttention)],
    ['that needs attention and is held', 'TASK_NOT_CLAIMABLE', heldBy('bob', needsAttention)],
    [
      'that needs attention after her lease',
      'TASK_NOT_CLAIMABLE',
      heldBy('ada', { ...over, ...needsAttention }),
    ],
    ['that needs attention, assigned to bob', 'TASK_NOT_CLAIMABLE', assignedTo('bob', needsAttention)],
    ['that needs attention, another version', 'TASK_NOT_CLAIMABLE', taskOf(needsAttention), oldVersion],
    ['held by bob', 'TASK_ALREADY_CLAIMED', heldBy('bob')],
    ['held by ada', 'TASK_ALREADY_CLAIMED', heldBy('ada')],
    ['held by ada under a running lease', 'TASK_ALREADY_CLAIMED', heldBy('ada', running)],
    ['held by bob whose lease is over', 'TASK_ALREADY_CLAIMED', heldBy('bob', over)],
    ['held in another version', 'TASK_ALREADY_CLAIMED', heldBy('ada'), oldVersion],
    ['held by ada whose lease is over', 'STALE_CLAIM', heldBy('ada', over)],
    ['held by late ada in another version', 'STALE_CLAIM', heldBy('ada', over), oldVersion],
    ['assigned to bob', 'TASK_ASSIGNED_TO_OTHER', assignedTo('bob')],
    ['assigned to bob in another version', 'TASK_ASSIGNED_TO_OTHER', assignedTo('bob'), oldVersion],
    ['in another version', 'PRECONDITION_FAILED', taskOf(), oldVersion],
  ])('of a task %s: %s', (_, expected, task, call) => {
    const decision = decideClaim(task, { agentId: 'ada', leaseSeconds: null, versions: null, ...call }, now);
    expect(outcomeOf(decision)).toBe(expected);
  });
});

describe('a completion by ada', () => {
  it.each<Row<CallOf<typeof decideCompletion>>>([
    ['that she holds', 'task.completed', heldBy('ada')],
    ['that she holds under a running lease', 'task.completed', heldBy('ada', running)],
    ['of which she names the attempt', 'task.completed', heldBy('ada', running), { attempt: 3 }],
    ['whose version she names', 'task.completed', heldBy('ada'), itsVersion],
    ['in todo', 'task.completed', taskOf()],
    ['assigned to her', 'task.completed', assignedTo('ada')],
    ['in progress with nobody assigned', 'task.completed', taskOf(unheld)],
    ['that she has completed with this result', 'keep', completedBy('ada', 'R'), { result: 'R' }],
    ['that she has completed without a result', 'keep', completedBy('ada')],
    ['that she has completed in this attempt', 'keep', completedBy('ada'), { attempt: 3 }],
    ['that she has completed in an older version', 'keep', completedBy('ada'), oldVersion],
    ['of which she names another attempt', 'STALE_CLAIM', heldBy('ada'), { attempt: 2 }],
    ['of which she names an attempt to come', 'STALE_CLAIM', heldBy('ada'), { attempt: 4 }],
    ['whose attempt bob holds', 'STALE_CLAIM', heldBy('bob'), { attempt: 3 }],
    ['whose attempt nobody holds', 'STALE_CLAIM', assignedTo('ada'), { attempt: 3 }],
    ['completed by her in another attempt', 'STALE_CLAIM', completedBy('ada'), { attempt: 2 }],
    ['cancelled in her attempt', 'STALE_CLAIM', assignedTo('ada', cancelled), { attempt: 3 }],
    ['in another attempt and version', 'STALE_CLAIM', heldBy('ada'), { attempt: 2, ...oldVersion }],
    [
      'completed by her with another result',
      'TASK_ALREADY_COMPLETED',
      completedBy('ada', 'R'),
      { result: 'S' },
    ],
    ['completed by bob', 'TASK_ALREADY_COMPLETED', completedBy('bob', 'R'), { result: 'R' }],
    ['moved to done while assigned to her', 'TASK_ALREADY_COMPLETED', assignedTo('ada', done)],
    ['that is done and needs attention', 'TASK_ALREADY_COMPLETED', taskOf({ ...done, ...needsAttention })],
    ['that is done in another version', 'TASK_ALREADY_COMPLETED', taskOf(done), oldVersion],
    ['that is cancelled', 'TASK_CANCELLED', taskOf(cancelled)],
    ['that is cancelled, assigned to bob', 'TASK_CANCELLED', assignedTo('bob', cancelled)],
    ['that is cancelled and needs attention', 'TASK_CANCELLED', taskOf({ ...cancelled, ...needsAttention })],
    ['that is cancelled in another version', 'TASK_CANCELLED', taskOf(cancelled), oldVersion],
    ['that needs attention', 'TASK_NOT_CLAIMABLE', taskOf(needsAttention)],
    [
      'that needs attention after her lease',
      'TASK_NOT_CLAIMABLE',
      heldBy('ada', { ...over, ...needsAttention }),
    ],
    ['that needs attention, another version', 'TASK_NOT_CLAIMABLE', taskOf(needsAttention), oldVersion],
    ['that needs attention, assigned to bob', 'TASK_NOT_CLAIMABLE', assignedTo('bob', needsAttention)],
    ['held by bob', 'NOT_CLAIM_HOLDER', heldBy('bob')],
    ['held by bob whose lease is over', 'NOT_CLAIM_HOLDER', heldBy('bob', over)],
    ['held by bob in another version', 'NOT_CLAIM_HOLDER', heldBy('bob'), oldVersion],
    ['assigned to bob', 'TASK_ASSIGNED_TO_OTHER', assignedTo('bob')],
    ['assigned to bob in another version', 'TASK_ASSIGNED_TO_OTHER', assignedTo('bob'), oldVersion],
    ['that she held until her lease ended', 'STALE_CLAIM', heldBy('ada', over)],
    ['whose attempt she names after her lease', 'STALE_CLAIM', heldBy('ada', over), { attempt: 3 }],
    ['after her lease in another version', 'STALE_CLAIM', heldBy('ada', over), oldVersion],
    ['in another version', 'PRECONDITION_FAILED', heldBy('ada'), oldVersion],
  ])('of a task %s: %s', (_, expected, task, call) => {
    const defaults = { agentId: 'ada', result: null, attempt: null, versions: null };
    expect(outcomeOf(decideCompletion(task, { ...defaults, ...call }, now))).toBe(expected);
  });
});

describe('a heartbeat by ada', () => {
  it.each<Row<CallOf<typeof decideHeartbeat>>>([
    ['that she holds under a lease', null, heldBy('ada', running)],
    ['of which she names the attempt', null, heldBy('ada', running), { attempt: 3 }],
    ['that she holds without a lease', null, heldBy('ada')],
    ['of which she names another attempt', 'STALE_CLAIM', heldBy('ada', running), { attempt: 2 }],
    ['whose attempt bob holds', 'STALE_CLAIM', heldBy('bob', running), { attempt: 3 }],
    ['done after her attempt', 'STALE_CLAIM', completedBy('ada'), { attempt: 3 }],
    ['that she held until her lease ended', 'STALE_CLAIM', heldBy('ada', over)],
    ['that is done', 'TASK_ALREADY_COMPLETED', completedBy('ada')],
    ['that is cancelled', 'TASK_CANCELLED', assignedTo('ada', cancelled)],
    ['that bob holds', 'NOT_CLAIM_HOLDER', heldBy('bob', running)],
    ['that bob holds after his lease', 'NOT_CLAIM_HOLDER', heldBy('bob', over)],
    ['that is assigned to her and not held', 'NOT_CLAIM_HOLDER', assignedTo('ada')],
    ['in progress with nobody assigned', 'NOT_CLAIM_HOLDER', taskOf(unheld)],
  ])('of a task %s: %s', (_, expected, task, call) => {
    expect(outcomeOf(decideHeartbeat(task, { agentId: 'ada', attempt: null, ...call }, now))).toBe(expected);
  });
});

describe('a release', () => {
  it.each<Row<CallOf<typeof decideRelease>>>([
    ['by its holder', 'task.released', heldBy('ada')],
    ['by its holder under a running lease', 'task.released', heldBy('ada', running)],
    [
      'by its holder, who names attempt and version',
      'task.released',
      heldBy('ada'),
      { attempt: 3, ...itsVersion },
    ],
    ['by a key', 'task.released', heldBy('bob'), { caller: key }],
    ['by a member', 'task.released', heldBy('bob'), { caller: member }],
    ['by a key that names the held attempt', 'task.released', heldBy('bob'), { caller: key, attempt: 3 }],
    ['by a key after its lease', 'task.released', heldBy('bob', over), { caller: key }],
    ['by a key, in progress with nobody assigned', 'task.released', taskOf(unheld), { caller: key }],
    ['by a key, in todo and in need of attention', 'task.released', taskOf(needsAttention), { caller: key }],
    ['by a key, in todo', 'keep', assignedTo('bob'), { caller: key }],
    ['by its holder, who names another attempt', 'STALE_CLAIM', heldBy('ada'), { attempt: 2 }],
    ['by an agent whose attempt another holds', 'STALE_CLAIM', heldBy('bob'), { attempt: 3 }],
    ['by a key that names another attempt', 'STALE_CLAIM', heldBy('bob'), { caller: key, attempt: 2 }],
    ['by a key, whose attempt nobody holds', 'STALE_CLAIM', assignedTo('bob'), { caller: key, attempt: 3 }],
    ['done after the attempt', 'STALE_CLAIM', completedBy('ada'), { attempt: 3 }],
    ['of another attempt and version', 'STALE_CLAIM', heldBy('ada'), { attempt: 2, ...oldVersion }],
    ['done, by an agent', 'TASK_ALREADY_COMPLETED', completedBy('bob')],
    [
      'done, by a key in another version',
      'TASK_ALREADY_COMPLETED',
      taskOf(done),
      { caller: key, ...oldVersion },
    ],
    ['cancelled, by an agent', 'TASK_CANCELLED', assignedTo('bob', cancelled)],
    [
      'cancelled, by a key in another version',
      'TASK_CANCELLED',
      taskOf(cancelled),
      { caller: key, ...oldVersion },
    ],
    ['held by another agent', 'NOT_CLAIM_HOLDER', heldBy('bob')],
    ['held by another agent whose lease is over', 'NOT_CLAIM_HOLDER', heldBy('bob', over)],
    ['held by another agent, in another version', 'NOT_CLAIM_HOLDER', heldBy('bob'), oldVersion],
    ['assigned to the agent and not held', 'NOT_CLAIM_HOLDER', assignedTo('ada')],
    ['by its holder after the lease', 'STALE_CLAIM', heldBy('ada', over)],
    ['by its holder after the lease, another version', 'STALE_CLAIM', heldBy('ada', over), oldVersion],
    ['in another version', 'PRECONDITION_FAILED', heldBy('ada'), oldVersion],
    ['by a key, in todo in another version', 'PRECONDITION_FAILED', taskOf(), { caller: key, ...oldVersion }],
  ])('of a task %s: %s', (_, expected, task, call) => {
    const defaults = { caller: ada, reason: null, attempt: null, versions: null };
    expect(outcomeOf(decideRelease(task, { ...defaults, ...call }, now))).toBe(expected);
  });
});

describe('a withdrawal from ada', () => {
  it.each<Row<CallOf<typeof decideWithdrawal>>>([
    ['that she holds', 'task.released', heldBy('ada')],
    ['in the attempt that she holds', 'task.released', heldBy('ada', over), { attempt: 3 }],
    ['in an earlier attempt', 'keep', heldBy('ada'), { attempt: 2 }],
    ['that bob holds', 'keep', heldBy('bob')],
    ['that is assigned to her and not held', 'keep', assignedTo('ada')],
    ['that she has completed', 'keep', completedBy('ada')],
  ])('of a task %s: %s', (_, expected, task, call) => {
    expect(outcomeOf(decideWithdrawal(task, { agentId: 'ada', attempt: null, reason: null, ...call }))).toBe(
      expected,
    );
  });
});

describe('the end of a lease', () => {
  it.each([
    ['that is over', 'task.lease_expired', over],
    ['that is running', 'keep', running],
    ['of a claim without one', 'keep', {}],
  ])('%s: %s', (_, expected, lease) => {
    expect(outcomeOf(decideExpiry(heldBy('ada', lease), { maxAttempts: 1 }, now))).toBe(expected);
  });
});

describe('a claim-next whose response was not delivered', () => {
  it.each([
    ['of the held attempt', 'task.released', heldBy('ada')],
    ['of an earlier attempt', 'keep', heldBy('ada', { attempt: 4 })],
    ['of an attempt that another agent holds', 'keep', heldBy('bob')],
    ['of an attempt that has ended', 'keep', assignedTo('ada')],
  ])('%s: %s', (_, expected, task) => {
    const claim = { agentId: 'ada', attempt: 3, wasAssigned: false };
    expect(outcomeOf(decideUndelivered(task, claim))).toBe(expected);
  });
});
