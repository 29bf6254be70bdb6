import { describe, expect, it } from 'vitest';
import {
  changesBlockerCounts,
  countAsBlocker,
  countBlockers,
  decideBlockers,
  startsBlocked,
} from './task-dependency-rules.ts';
import { decideRelease } from './task-return-rules.ts';
import { decideClaim, decideCompletion, decideMove, newTask } from './task-rules.ts';
import { settle } from './task-settle.ts';
import type { TaskDecision } from './task-state.ts';
import { decideUpdate, findForbiddenFields } from './task-update-rules.ts';
import {
  ada,
  assignedTo,
  cancelled,
  done,
  heldBy,
  key,
  member,
  needsAttention,
  now,
  oldVersion,
  outcomeOf,
  running,
  taskOf,
  unheld,
} from './testing/task-states.ts';

const blocked = { isBlocked: true, openBlockers: 1, blockedBy: ['blocker'] };
const versions = null;
const attempt = null;

describe('a blocked task', () => {
  const claim = { agentId: 'ada', leaseSeconds: null, versions };
  const completion = { agentId: 'ada', result: null, attempt, versions };
  const move = { versions, attempt };
  const toInProgress = { ...move, status: 'in_progress' } as const;
  const handOver = { patch: { assignedAgentId: 'bob' }, caller: key, versions };
  const task = taskOf(blocked);
  it.each<[given: string, expected: string, decision: TaskDecision]>([
    ['a claim', 'TASK_BLOCKED', decideClaim(task, claim, now)],
    ['a claim in another version', 'TASK_BLOCKED', decideClaim(task, { ...claim, ...oldVersion }, now)],
    ['a claim while paused', 'PAUSED', decideClaim(task, { ...claim, isPaused: true }, now)],
    [
      'a claim of what needs attention',
      'TASK_NOT_CLAIMABLE',
      decideClaim(taskOf({ ...blocked, ...needsAttention }), claim, now),
    ],
    [
      'a claim of what bob is to do',
      'TASK_ASSIGNED_TO_OTHER',
      decideClaim(assignedTo('bob', blocked), claim, now),
    ],
    ['a completion without a claim', 'TASK_BLOCKED', decideCompletion(task, completion, now)],
    [
      'a completion of what is cancelled',
      'TASK_CANCELLED',
      decideCompletion(taskOf({ ...blocked, ...cancelled }), completion, now),
    ],
    [
      'a completion by the holder',
      'task.completed',
      decideCompletion(heldBy('ada', { ...blocked, ...running }), completion, now),
    ],
    [
      'a release by the holder',
      'task.released',
      decideRelease(heldBy('ada', blocked), { caller: ada, reason: null, ...move }, now),
    ],
    [
      'a move of hers to in_progress',
      'TASK_BLOCKED',
      decideMove(task, { ...toInProgress, caller: ada }, now),
    ],
    ['a move of hers to done', 'task.moved', decideMove(task, { ...move, status: 'done', caller: ada }, now)],
    [
      'a move by a key of what is assigned',
      'TASK_BLOCKED',
      decideMove(assignedTo('ada', blocked), { ...toInProgress, caller: key }, now),
    ],
    [
      'a move by a member of what nobody is to do',
      'task.moved',
      decideMove(task, { ...toInProgress, caller: member }, now),
    ],
    ['an assignment in todo', 'task.updated', decideUpdate(task, handOver, now)],
    [
      'a hand-over in progress',
      'TASK_BLOCKED',
      decideUpdate(taskOf({ ...blocked, ...unheld }), handOver, now),
    ],
    [
      'a hand-over from one agent to another',
      'TASK_BLOCKED',
      decideUpdate(heldBy('ada', blocked), handOver, now),
    ],
  ])('%s: %s', (_, expected, decision) => {
    expect(outcomeOf(decision)).toBe(expected);
  });

  it('is not in the queue until nothing blocks it', () => {
    const fields = {
      title: 'T',
      description: null,
      projectId: 'project',
      dueDate: null,
      notBefore: null,
      links: [],
    };
    const open = {
      ...fields,
      parentId: null,
      externalId: null,
      assignedAgentId: null,
      assignedMemberId: null,
      priority: 'normal',
    } as const;
    const created = newTask({ id: 'task', ...open, blockedBy: ['blocker'] }, key, {
      openBlockers: 1,
      cancelledBlockers: 0,
    });
    expect(created).toMatchObject({ isBlocked: true, inQueue: false });
    const decision = decideBlockers(created, { openBlockers: 1, cancelledBlockers: 0 }, countBlockers([]));
    if (typeof decision === 'string') throw new Error(decision);
    expect(settle(created, decision, now)).toMatchObject({ isBlocked: false, inQueue: true, version: 2 });
  });
});

it.each([
  ['a hand-over of a task that waits then', true, { isBlocked: true, attempt: 4 }],
  ['a hand-over of a task that waits no more', false, { isBlocked: false, attempt: 4 }],
  ['another edit of a task that waits then', false, { isBlocked: true, attempt: 3 }],
])('%s starts an attempt of a blocked task: %s', (_, expected, after) => {
  const task = heldBy('bob');
  expect(startsBlocked({ ...task, attempt: 3 }, { ...task, ...after })).toBe(expected);
});

describe('the counts of a blocker', () => {
  const open = { openBlockers: 1, cancelledBlockers: 0 };
  const ofNobody = { openBlockers: 1, cancelledBlockers: 1 };
  const none = { openBlockers: 0, cancelledBlockers: 0 };
  it.each([
    ['in todo', taskOf(), open],
    ['held', heldBy('ada'), open],
    ['done', taskOf(done), none],
    ['done and archived', taskOf({ ...done, archivedAt: now }), none],
    ['cancelled', taskOf(cancelled), ofNobody],
    ['archived before it was done', taskOf({ archivedAt: now }), ofNobody],
  ])('%s', (_, blocker, counts) => {
    expect(countAsBlocker(blocker)).toEqual(counts);
  });

  it('are added up', () => {
    expect(countBlockers([taskOf(), taskOf(done), taskOf(cancelled)])).toEqual({
      openBlockers: 2,
      cancelledBlockers: 1,
    });
  });

  it('stay the same after a claim, and change with a completion, a cancellation and a reopening', () => {
    const changes = [heldBy('ada'), taskOf(done), taskOf(cancelled)];
    expect(changes.map((after) => changesBlockerCounts(taskOf(), after))).toEqual([false, true, true]);
    expect(changesBlockerCounts(taskOf(done), taskOf())).toBe(true);
  });
});

describe('a change of a blocker', () => {
  const counts = (openBlockers: number, cancelledBlockers = 0) => ({ openBlockers, cancelledBlockers });
  const waiting = taskOf({ isBlocked: true, openBlockers: 2, cancelledBlockers: 1 });
  it.each([
    ['of two one is done', waiting, counts(1), counts(0), null],
    ['the last is done', taskOf(blocked), counts(1), counts(0), 'task.unblocked'],
    ['one is reopened', taskOf(), counts(0), counts(1), 'task.blocked'],
    ['one is cancelled', waiting, counts(1), counts(1, 1), null],
    ['nothing', waiting, counts(1), counts(1), 'keep'],
  ])('%s', (_, task, before, after, expected) => {
    expect(outcomeOf(decideBlockers(task, before, after))).toBe(expected);
  });

  it('has an event in every status of the task, with the fields that differ', () => {
    const decision = decideBlockers(taskOf({ ...done, ...blocked }), counts(1), counts(0));
    expect(decision).toEqual({
      event: 'task.unblocked',
      set: { isBlocked: false, openBlockers: 0, cancelledBlockers: 0 },
    });
  });
});

describe('an edit of blockedBy', () => {
  const edit = (task: ReturnType<typeof taskOf>, caller: typeof ada | typeof key, blockedBy = ['other']) =>
    outcomeOf(decideUpdate(task, { patch: { blockedBy }, caller, versions }, now));
  const own = { createdByKind: 'agent', createdById: 'ada' } as const;
  it.each([
    ['by a key', edit(taskOf(), key), 'task.updated'],
    ['by a key of what is held', edit(heldBy('ada'), key), 'task.updated'],
    ['with the same', edit(taskOf({ blockedBy: ['other'] }), key), 'keep'],
    ['by the agent that created it', edit(taskOf(own), ada), 'task.updated'],
    ['by that agent of what it holds', edit(heldBy('ada', own), ada), 'TASK_ALREADY_CLAIMED'],
    ['by that agent of what another holds', edit(heldBy('bob', own), ada), 'TASK_ALREADY_CLAIMED'],
    ['by another agent', edit(taskOf(), ada), 'FORBIDDEN'],
    ['by the holder', edit(heldBy('ada'), ada), 'FORBIDDEN'],
  ])('%s', (_, outcome, expected) => {
    expect(outcome).toBe(expected);
  });

  it('is forbidden to all agents but the creator, who may not write every field either', () => {
    const patch = { title: 'T', blockedBy: [], projectId: 'p' };
    expect([findForbiddenFields(patch), findForbiddenFields(patch, true)]).toEqual([
      ['blockedBy', 'projectId'],
      ['projectId'],
    ]);
  });
});
