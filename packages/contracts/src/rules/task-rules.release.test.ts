import { describe, expect, it } from 'vitest';
import { retryBounds } from '../bounds/retry-bounds.ts';
import { decideDue } from './task-next-rules.ts';
import { decideExpiry, decideFailure, decideRelease, decideUndelivered } from './task-return-rules.ts';
import { decideClaim, decideMove, newTask } from './task-rules.ts';
import { settle } from './task-settle.ts';
import type { TaskDecision, TaskState } from './task-state.ts';
import { decideUpdate } from './task-update-rules.ts';
import { ada, heldBy, key, later, noFacts, now, over, taskOf, withoutWait } from './testing/task-states.ts';

// Whom claim-next does not hand a task out to: agents that released it lately.

const call = { attempt: null, versions: null, reason: null };
const inTenMinutes = '2026-03-01T12:10:00.000Z';
const released = { releasedBy: ['ada'], releasedUntil: later };

function after(task: TaskState, decision: TaskDecision): TaskState {
  if (typeof decision === 'string') throw new Error(decision);
  return settle(task, decision, now);
}
const placeOf = ({ releasedBy, releasedUntil, inQueue, checkAt }: TaskState) => ({
  ...{ releasedBy, releasedUntil, inQueue, checkAt },
});
const none = { releasedBy: null, releasedUntil: null, inQueue: true };
/** Of what comes into the queue now. */
const forAll = { ...none, checkAt: '2026-03-08T12:00:00.000Z' };

describe('a task that an agent', () => {
  const byAda = { releasedBy: ['ada'], releasedUntil: inTenMinutes, inQueue: true, checkAt: inTenMinutes };
  const task = heldBy('ada');

  it('releases is in the queue for other agents, and after 10 minutes for all', () => {
    expect(placeOf(after(task, decideRelease(task, { ...call, caller: ada }, now)))).toEqual(byAda);
  });

  it('moves to todo is withheld from it in the same way', () => {
    expect(placeOf(after(task, decideMove(task, { ...call, caller: ada, status: 'todo' }, now)))).toEqual(
      byAda,
    );
  });

  it.each<[string, (task: TaskState) => TaskDecision]>([
    ['a key releases', (held) => decideRelease(held, { ...call, caller: key }, now)],
    ['a key moves to todo', (held) => decideMove(held, { ...call, caller: key, status: 'todo' }, now)],
    [
      'a key unassigns',
      (held) => decideUpdate(held, { patch: { assignedAgentId: null }, caller: key, versions: null }, now),
    ],
  ])('holds and %s is in the queue for all agents', (_, decide) => {
    const held = heldBy('ada', released);
    expect(placeOf(after(held, decide(held)))).toEqual(forAll);
  });

  it('releases after others is withheld from all of them, in the order of their ids', () => {
    const held = heldBy('ada', { releasedBy: ['zoe', 'bob'].sort(), releasedUntil: later });
    const { releasedBy, releasedUntil } = after(held, decideRelease(held, { ...call, caller: ada }, now));
    expect({ releasedBy, releasedUntil }).toEqual({
      releasedBy: ['ada', 'bob', 'zoe'],
      releasedUntil: inTenMinutes,
    });
  });

  it('releases again names the agent once, and forgets agents whose 10 minutes have passed', () => {
    const again = heldBy('ada', released);
    expect(after(again, decideRelease(again, { ...call, caller: ada }, now)).releasedBy).toEqual(['ada']);
    const old = heldBy('ada', { releasedBy: ['bob'], releasedUntil: now });
    expect(after(old, decideRelease(old, { ...call, caller: ada }, now)).releasedBy).toEqual(['ada']);
  });

  it(`releases has at most ${retryBounds.maxReleasers} releasers, and the last one is among them`, () => {
    const others = Array.from({ length: retryBounds.maxReleasers }, (_, index) => `agent ${index}`);
    const held = heldBy('ada', { releasedBy: others, releasedUntil: later });
    const { releasedBy } = after(held, decideRelease(held, { ...call, caller: ada }, now));
    expect(releasedBy).toHaveLength(retryBounds.maxReleasers);
    expect(releasedBy).toContain('ada');
  });
});

describe('a released task', () => {
  const bobs = heldBy('bob', { ...released, inQueue: false });
  it.each<[string, TaskState, (task: TaskState) => TaskDecision]>([
    [
      'claimed',
      taskOf(released),
      (task) => decideClaim(task, { agentId: 'bob', leaseSeconds: null, versions: null }, now),
    ],
    [
      'failed by another',
      bobs,
      (task) =>
        decideFailure(
          task,
          { ...call, agentId: 'bob', reason: 'R', retryAfterSeconds: 0, maxAttempts: null },
          now,
        ),
    ],
    [
      'whose lease expires',
      heldBy('bob', { ...over, ...released }),
      (task) => decideExpiry(task, { maxAttempts: null }, now),
    ],
    [
      'of an undelivered claim',
      bobs,
      (task) => decideUndelivered(task, { agentId: 'bob', attempt: 3, wasAssigned: false }),
    ],
    [
      'with another title',
      taskOf(released),
      (task) => decideUpdate(task, { patch: { title: 'U' }, caller: key, versions: null }, now),
    ],
  ])('%s stays withheld from its releaser', (_, task, decide) => {
    expect(after(task, decide(task))).toMatchObject(released);
  });

  it.each<[string, (task: TaskState) => TaskDecision]>([
    ['is done', (task) => decideMove(task, { ...call, caller: ada, status: 'done' }, now)],
    [
      'is assigned',
      (task) => decideUpdate(task, { patch: { assignedAgentId: 'ada' }, caller: key, versions: null }, now),
    ],
  ])('is for all agents once it %s', (_, decide) => {
    const task = taskOf(released);
    expect(after(task, decide(task))).toMatchObject({ releasedBy: null, releasedUntil: null });
  });

  it('is checked by the sweeper when its 10 minutes have passed, or at its start time if that is sooner', () => {
    const change = { event: 'task.updated', set: { title: 'U' } } as const;
    const both = taskOf({ releasedBy: ['ada'], releasedUntil: inTenMinutes, notBefore: later });
    expect(placeOf(settle(both, change, now))).toMatchObject({ inQueue: false, checkAt: later });
    const last = taskOf({ ...released, notBefore: inTenMinutes });
    expect(placeOf(settle(last, change, now))).toMatchObject({ inQueue: false, checkAt: later });
  });

  it('is for all agents once the sweeper has checked it', () => {
    const due = taskOf({ releasedBy: ['ada'], releasedUntil: now, checkAt: now });
    const arrived = after(due, decideDue(due, noFacts, now));
    expect(withoutWait(arrived)).toEqual({ ...withoutWait(due), ...none });
  });
});

it('a new task is in the queue for all agents', () => {
  expect(placeOf(newTask(taskOf(), key))).toEqual({ ...none, checkAt: null });
});
