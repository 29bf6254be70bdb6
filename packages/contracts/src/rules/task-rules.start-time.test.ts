import { describe, expect, it } from 'vitest';
import { decideDue } from './task-next-rules.ts';
import { decideRelease } from './task-return-rules.ts';
import {
  decideClaim,
  decideComment,
  decideCompletion,
  decideHeartbeat,
  decideMove,
  newTask,
} from './task-rules.ts';
import { settle } from './task-settle.ts';
import type { TaskDecision, TaskState } from './task-state.ts';
import { decideUpdate } from './task-update-rules.ts';
import {
  ada,
  assignedTo,
  done,
  earlier,
  heldBy,
  key,
  later,
  member,
  needsAttention,
  noFacts,
  now,
  oldVersion,
  outcomeOf,
  over,
  running,
  taskOf,
  unheld,
  withoutWait,
} from './testing/task-states.ts';

// What a time before which no agent may start a task rejects: the start of an attempt, and nothing else.

const versions = null;
const attempt = null;
const waiting = { notBefore: later } as const;

describe('before the start time of a task', () => {
  const claim = { agentId: 'ada', leaseSeconds: null, versions };
  const completion = { agentId: 'ada', result: null, attempt, versions };
  const toInProgress = { versions, attempt, status: 'in_progress' } as const;
  const handOver = { patch: { assignedAgentId: 'ada' }, caller: key, versions };
  const TOO_EARLY = 'TASK_NOT_CLAIMABLE';
  it.each<[given: string, expected: string, decision: TaskDecision]>([
    ['a claim', TOO_EARLY, decideClaim(taskOf(waiting), claim, now)],
    ['a claim in another version', TOO_EARLY, decideClaim(taskOf(waiting), { ...claim, ...oldVersion }, now)],
    [
      'a claim of what is blocked',
      TOO_EARLY,
      decideClaim(taskOf({ ...waiting, isBlocked: true }), claim, now),
    ],
    ['a claim while paused', 'PAUSED', decideClaim(taskOf(waiting), { ...claim, isPaused: true }, now)],
    [
      'a claim of what bob is to do',
      'TASK_ASSIGNED_TO_OTHER',
      decideClaim(assignedTo('bob', waiting), claim, now),
    ],
    ['a claim of what bob holds', 'TASK_ALREADY_CLAIMED', decideClaim(heldBy('bob', waiting), claim, now)],
    ['a completion without a claim', TOO_EARLY, decideCompletion(taskOf(waiting), completion, now)],
    [
      'a completion of what nobody holds',
      TOO_EARLY,
      decideCompletion(taskOf({ ...unheld, ...waiting }), completion, now),
    ],
    [
      'a completion by the holder',
      'task.completed',
      decideCompletion(heldBy('ada', waiting), completion, now),
    ],
    [
      'a heartbeat',
      'silent',
      decideHeartbeat(heldBy('ada', { ...running, ...waiting }), { agentId: 'ada', attempt }, now),
    ],
    [
      'a release by the holder',
      'task.released',
      decideRelease(heldBy('ada', waiting), { caller: ada, reason: null, attempt, versions }, now),
    ],
    [
      'a move of hers to in_progress',
      TOO_EARLY,
      decideMove(taskOf(waiting), { ...toInProgress, caller: ada }, now),
    ],
    [
      'a move of a key of what is assigned',
      TOO_EARLY,
      decideMove(assignedTo('ada', waiting), { ...toInProgress, caller: key }, now),
    ],
    [
      'a move of a key of what nobody is to do',
      'task.moved',
      decideMove(taskOf(waiting), { ...toInProgress, caller: key }, now),
    ],
    [
      'a move of a person who takes it',
      'task.moved',
      decideMove(taskOf(waiting), { ...toInProgress, caller: member }, now),
    ],
    [
      'a move to done',
      'task.moved',
      decideMove(taskOf(waiting), { ...toInProgress, status: 'done', caller: ada }, now),
    ],
    ['a hand-over', TOO_EARLY, decideUpdate(heldBy('bob', waiting), handOver, now)],
    ['an assignment in progress', TOO_EARLY, decideUpdate(taskOf({ ...unheld, ...waiting }), handOver, now)],
    ['an assignment in todo', 'task.updated', decideUpdate(taskOf(waiting), handOver, now)],
    [
      'an assignment in progress that ends the wait',
      'task.updated',
      decideUpdate(
        taskOf({ ...unheld, ...waiting }),
        { ...handOver, patch: { ...handOver.patch, notBefore: null } },
        now,
      ),
    ],
    [
      'an assignment in progress with such a time',
      TOO_EARLY,
      decideUpdate(taskOf(unheld), { ...handOver, patch: { ...handOver.patch, notBefore: later } }, now),
    ],
  ])('%s: %s', (_, expected, decision) => {
    expect(outcomeOf(decision) ?? 'silent').toBe(expected);
  });
});

describe.each([
  ['at', now],
  ['after', earlier],
])('%s the start time', (_, notBefore) => {
  const task = taskOf({ notBefore });
  const setOf = (decision: TaskDecision) => (typeof decision === 'string' ? decision : decision.set);
  it.each<[string, TaskDecision]>([
    ['a claim', decideClaim(task, { agentId: 'ada', leaseSeconds: null, versions }, now)],
    [
      'a completion without a claim',
      decideCompletion(task, { agentId: 'ada', result: null, attempt, versions }, now),
    ],
    [
      'a move of what is assigned',
      decideMove(
        assignedTo('ada', { notBefore }),
        { caller: key, status: 'in_progress', versions, attempt },
        now,
      ),
    ],
    [
      'a hand-over',
      decideUpdate(
        heldBy('bob', { notBefore }),
        { caller: key, patch: { assignedAgentId: 'ada' }, versions },
        now,
      ),
    ],
  ])('%s starts an attempt and clears notBefore', (_, decision) => {
    expect(setOf(decision)).toMatchObject({ attempt: 4, notBefore: null });
  });

  it('a completion by the holder keeps notBefore for the time when the task is reopened', () => {
    const decision = decideCompletion(
      heldBy('ada', { notBefore }),
      { agentId: 'ada', result: null, attempt, versions },
      now,
    );
    expect(setOf(decision)).not.toHaveProperty('notBefore');
  });
});

describe('a new task with a start time', () => {
  const created = (given: Partial<TaskState>) => {
    const { inQueue, checkAt } = newTask({ ...taskOf(), ...given }, key);
    return { inQueue, checkAt };
  };
  it('is not in the queue, and the sweeper checks it at that time', () => {
    expect(created(waiting)).toEqual({ inQueue: false, checkAt: later });
  });

  it('is not checked by the sweeper while a person is assigned', () => {
    expect(created({ ...waiting, assignedMemberId: 'member' })).toEqual({ inQueue: false, checkAt: null });
  });
});

describe('settle', () => {
  const change = { event: 'task.updated', set: { title: 'U' } } as const;
  const waitingInTodo = { ...waiting, inQueue: false, checkAt: later };
  it.each<[given: string, Partial<TaskState>, Partial<TaskState>]>([
    ['without one', {}, { inQueue: true }],
    ['that lies ahead', waiting, { inQueue: false, checkAt: later }],
    ['that has come', { notBefore: now, checkAt: now, inQueue: false }, { inQueue: true }],
    ['that lies futureOrNull, done', { ...waiting, ...done }, { inQueue: false, checkAt: null }],
    [
      'that lies futureOrNull, needing attention',
      { ...waiting, ...needsAttention },
      { inQueue: false, checkAt: null },
    ],
    [
      'that lies futureOrNull, held under a lease',
      heldBy('ada', { ...running, ...waiting }),
      { inQueue: false, checkAt: running.checkAt },
    ],
    ['that lies futureOrNull, held', heldBy('ada', waiting), { inQueue: false }],
  ])('a task with a start time %s', (_, given, expected) => {
    expect(settle(taskOf(given), change, now)).toMatchObject(expected);
  });

  it('leaves a task that gets a comment out of the queue until the sweeper checks it', () => {
    const task = taskOf({ ...waitingInTodo, notBefore: now, checkAt: now });
    const decision = decideComment(task);
    if (typeof decision === 'string') throw new Error(decision);
    expect(settle(task, decision, now)).toMatchObject({ inQueue: false, checkAt: now, commentCount: 1 });
  });
});

it('settle leaves a task out of the queue until the sweeper checks it, also after a change without an event', () => {
  const task = taskOf({ notBefore: now, checkAt: now, inQueue: false });
  const after = settle(task, { event: null, set: { dependants: 1 } }, now);
  expect(after).toEqual({ ...task, dependants: 1 });
});

describe('a check of the sweeper at the start time', () => {
  const arrive = (given: Partial<TaskState>) => {
    const task = taskOf({ inQueue: false, ...given });
    const decision = decideDue(task, noFacts, now);
    return typeof decision === 'string' ? decision : settle(task, decision, now);
  };

  it('puts the task into the queue and keeps its version', () => {
    const task = taskOf({ notBefore: earlier, checkAt: earlier, inQueue: false });
    expect(withoutWait(arrive(task) as TaskState)).toEqual({ ...withoutWait(task), inQueue: true });
  });

  it.each<[string, Partial<TaskState>]>([
    ['whose time was put off', waitingUntil(later)],
    ['that is held under a lease', heldBy('ada', over)],
    ['without a time', { checkAt: null }],
  ])('leaves a task %s as it is', (_, given) => {
    expect(arrive(given)).toBe('keep');
  });
});

function waitingUntil(time: string): Partial<TaskState> {
  return { notBefore: time, checkAt: time };
}

describe('an update', () => {
  const update = (task: TaskState, patch: object, caller: typeof key | typeof ada = key) =>
    decideUpdate(task, { patch, caller, versions }, now);

  it('sets the start time', () => {
    expect(update(taskOf(), { notBefore: later })).toEqual({
      event: 'task.updated',
      set: { notBefore: later },
    });
  });

  it('by an agent sets the start time of a task that the agent created and nobody holds', () => {
    const own = { createdByKind: 'agent', createdById: 'ada' } as const;
    const patch = { notBefore: later };
    expect(outcomeOf(update(taskOf(own), patch, ada))).toBe('task.updated');
    expect(update(heldBy('ada', own), patch, ada)).toBe('TASK_ALREADY_CLAIMED');
    expect(update(taskOf(), patch, ada)).toBe('FORBIDDEN');
  });

  it.each([now, earlier])('treats a start time that has passed as absent: %s', (notBefore) => {
    expect(update(taskOf(), { notBefore })).toBe('keep');
    expect(update(taskOf(waiting), { notBefore })).toEqual({
      event: 'task.updated',
      set: { notBefore: null },
    });
  });
});
