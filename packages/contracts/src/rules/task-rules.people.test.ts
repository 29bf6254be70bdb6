import { describe, expect, it } from 'vitest';
import { decideRelease, decideUnassignment } from './task-return-rules.ts';
import { decideClaim, decideCompletion, decideMove, newTask } from './task-rules.ts';
import { settle } from './task-settle.ts';
import type { TaskCaller, TaskDecision, TaskState } from './task-state.ts';
import { decideUpdate } from './task-update-rules.ts';
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
  outcomeOf,
  running,
  taskOf,
  unheld,
  withoutWait,
} from './testing/task-states.ts';

const ofGrace = { assignedMemberId: 'grace' };
const of = (given: Partial<TaskState> = {}) => taskOf({ ...ofGrace, inQueue: false, ...given });
const any = { versions: null, attempt: null };
const move = (task: TaskState, caller: TaskCaller, status: TaskState['status']) =>
  decideMove(task, { ...any, caller, status }, now);
const update = (task: TaskState, patch: object, caller: TaskCaller = key) =>
  decideUpdate(task, { ...any, caller, patch }, now);
/** What differs after a change, but for its version and times, and what follows from who acts next. */
function after(task: TaskState, decision: TaskDecision) {
  if (typeof decision === 'string') return decision;
  const { version, updatedAt, statusChangedAt, ...state } = withoutWait(settle(task, decision, now));
  return Object.fromEntries(
    Object.entries(state).filter(([name, value]) => value !== task[name as keyof TaskState]),
  );
}

describe('a task that is assigned to a person', () => {
  it('cannot be claimed, completed or taken over by an agent', () => {
    const agentId = 'ada';
    expect(decideClaim(of(), { agentId, leaseSeconds: null, versions: null }, now)).toBe(
      'TASK_ASSIGNED_TO_OTHER',
    );
    expect(decideCompletion(of(), { ...any, agentId, result: null }, now)).toBe('TASK_ASSIGNED_TO_OTHER');
    expect(move(of(), ada, 'in_progress')).toBe('TASK_ASSIGNED_TO_OTHER');
    expect(move(of(), ada, 'done')).toBe('TASK_ASSIGNED_TO_OTHER');
    expect(update(of(), { title: 'Other' }, ada)).toBe('TASK_ASSIGNED_TO_OTHER');
    const created = of({ createdByKind: 'agent', createdById: 'ada' });
    expect(move(created, ada, 'in_progress')).toBe('TASK_ASSIGNED_TO_OTHER');
    expect(outcomeOf(move(created, ada, 'done'))).toBe('task.moved');
    expect(outcomeOf(update(created, { title: 'Other' }, ada))).toBe('task.updated');
  });

  it.each([
    ['todo', of(), false],
    ['of nobody', taskOf(), true],
    ['that needs attention', of(needsAttention), false],
  ])('%s is in the queue only without the person', (_, task, inQueue) => {
    expect(settle(task, { event: 'task.updated', set: {} }, now).inQueue).toBe(inQueue);
    const fields = {
      ...ofGrace,
      id: 'x',
      title: 'T',
      description: null,
      projectId: 'p',
      dueDate: null,
      notBefore: null,
      ...{ links: [], blockedBy: [] },
      parentId: null,
      externalId: null,
    };
    expect(newTask({ ...fields, assignedAgentId: null, priority: 'normal' }, key).inQueue).toBe(false);
  });

  it.each<[string, TaskState, TaskCaller, TaskState['status'], unknown]>([
    [
      'of nobody by a person',
      taskOf(),
      member,
      'in_progress',
      { status: 'in_progress', assignedMemberId: 'member' },
    ],
    [
      'that needs attention',
      taskOf(needsAttention),
      member,
      'in_progress',
      expect.objectContaining({ assignedMemberId: 'member' }),
    ],
    ['of nobody by a key', taskOf(), key, 'in_progress', { status: 'in_progress' }],
    ['of a person by another', of(), member, 'in_progress', { status: 'in_progress' }],
    ['of nobody to done', taskOf(), member, 'done', { status: 'done' }],
    ['back to todo', of(unheld), member, 'todo', { status: 'todo' }],
    ['reopened', of(done), key, 'todo', { status: 'todo' }],
  ])('a move %s', (_, task, caller, status, expected) => {
    const changed = after({ ...task, inQueue: false }, move(task, caller, status));
    expect(changed).toEqual(expected);
  });

  it.each<[string, TaskState, object, unknown]>([
    ['a person for an agent', assignedTo('ada'), ofGrace, { ...ofGrace, assignedAgentId: null }],
    [
      'a person for a holder',
      heldBy('ada', { ...running, inQueue: false }),
      ofGrace,
      {
        ...{ ...ofGrace, assignedAgentId: null, heldSince: null, lastSignAt: null },
        ...{ leaseSeconds: null, leaseExpiresAt: null },
      },
    ],
    [
      'an agent for a person',
      of(),
      { assignedAgentId: 'ada' },
      { assignedAgentId: 'ada', assignedMemberId: null, inQueue: true },
    ],
    [
      'an agent for a person in progress',
      of(unheld),
      { assignedAgentId: 'ada' },
      { assignedAgentId: 'ada', assignedMemberId: null, heldSince: now, lastSignAt: now, attempt: 4 },
    ],
    ['nobody for a person in progress', of(unheld), { assignedMemberId: null }, { assignedMemberId: null }],
    ['the same person', of(), ofGrace, 'keep'],
    ['no agent, of a person', of(), { assignedAgentId: null }, 'keep'],
    ['another person once done', of(done), { assignedMemberId: 'hal' }, 'TASK_ALREADY_COMPLETED'],
    ['an agent once cancelled', of(cancelled), { assignedAgentId: 'ada' }, 'TASK_CANCELLED'],
  ])('an update to %s', (_, task, patch, expected) => {
    const changed = after({ ...task, inQueue: task.inQueue && task.status === 'todo' }, update(task, patch));
    if (typeof changed === 'object') delete changed.inQueue;
    if (typeof expected === 'object') delete (expected as { inQueue?: boolean }).inQueue;
    expect(changed).toEqual(expected);
  });

  it('is released to todo and stays assigned to the person', () => {
    const decision = decideRelease(of(unheld), { ...any, caller: key, reason: null }, now);
    expect(after(of(unheld), decision)).toEqual({ status: 'todo' });
  });

  it('is unassigned from a person who left while it is open, and only from this person', () => {
    const leave = (task: TaskState, memberId = 'grace') => decideUnassignment(task, { memberId });
    expect(after(of(unheld), leave(of(unheld)))).toEqual({ assignedMemberId: null });
    expect(after(of(), leave(of()))).toEqual({ assignedMemberId: null, inQueue: true });
    for (const task of [of(done), of(cancelled), taskOf()]) expect(leave(task)).toBe('keep');
    expect(leave(of(), 'hal')).toBe('keep');
  });
});
