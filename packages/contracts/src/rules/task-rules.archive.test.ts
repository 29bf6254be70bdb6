import { describe, expect, it } from 'vitest';
import {
  decideArchival,
  decideArchivalOfClosed,
  decideArchivalWithProject,
  decideRestoration,
  decideRestorationWithProject,
} from './task-archive-rules.ts';
import { decideRelease, decideUnassignment } from './task-return-rules.ts';
import { decideClaim, decideComment, decideCompletion, decideHeartbeat, decideMove } from './task-rules.ts';
import { settle } from './task-settle.ts';
import type { TaskDecision, TaskState } from './task-state.ts';
import { decideUpdate } from './task-update-rules.ts';
import {
  ada,
  assignedTo,
  cancelled,
  completedBy,
  done,
  earlier,
  heldBy,
  key,
  member,
  needsAttention,
  now,
  oldVersion,
  outcomeOf,
  taskOf,
  unheld,
  withoutWait,
} from './testing/task-states.ts';

const any = { versions: null };
const archived = (given: Partial<TaskState> = {}) =>
  taskOf({ archivedAt: earlier, archivedWithProject: true, inQueue: false, ...given });

describe('archiving', () => {
  it.each<[string, TaskState]>([
    ['todo', taskOf()],
    ['todo for an agent', assignedTo('ada')],
    ['todo for a person', taskOf({ assignedMemberId: 'grace' })],
    ['what needs attention', taskOf(needsAttention)],
    ['done', taskOf(done)],
    ['completed', completedBy('ada')],
    ['cancelled', taskOf(cancelled)],
  ])('archives %s, and only takes it out of the queue', (_, task) => {
    const decision = decideArchival(task, any, now);
    if (typeof decision === 'string') throw new Error(decision);
    const after = settle(task, decision, now);
    expect(withoutWait(after)).toEqual({
      ...withoutWait(task),
      ...{ archivedAt: now, inQueue: false, version: task.version + 1, updatedAt: now },
    });
    expect(decision.event).toBe('task.archived');
  });

  it.each<[string, TaskState, Parameters<typeof decideArchival>[1], string]>([
    ['what is held', heldBy('ada'), any, 'TASK_ALREADY_CLAIMED'],
    ['what a person works on', taskOf({ ...unheld, assignedMemberId: 'grace' }), any, 'TASK_ALREADY_CLAIMED'],
    ['what is in progress with nobody', taskOf(unheld), oldVersion, 'TASK_ALREADY_CLAIMED'],
    ['another version', taskOf(), oldVersion, 'PRECONDITION_FAILED'],
    ['what is archived already', archived({ archivedWithProject: false }), oldVersion, 'keep'],
    ['another version of what is archived with its project', archived(), oldVersion, 'PRECONDITION_FAILED'],
  ])('does not archive %s', (_, task, call, outcome) => {
    expect(decideArchival(task, call, now)).toBe(outcome);
  });
});

describe('an archived task', () => {
  const calls: [string, (task: TaskState) => TaskDecision][] = [
    [
      'claimed',
      (task) => decideClaim(task, { ...any, agentId: 'ada', leaseSeconds: null, isPaused: true }, now),
    ],
    [
      'completed',
      (task) =>
        decideCompletion(task, { ...any, agentId: 'ada', attempt: 9, result: null, isPaused: true }, now),
    ],
    ['extended', (task) => decideHeartbeat(task, { agentId: 'ada', attempt: 9 }, now)],
    [
      'released',
      (task) => decideRelease(task, { ...oldVersion, caller: key, reason: null, attempt: 9 }, now),
    ],
    ['moved', (task) => decideMove(task, { ...oldVersion, caller: member, status: 'done', attempt: 9 }, now)],
    [
      'moved by an agent',
      (task) => decideMove(task, { ...any, caller: ada, status: 'todo', attempt: null }, now),
    ],
    ['changed', (task) => decideUpdate(task, { ...oldVersion, caller: key, patch: { title: 'X' } }, now)],
    [
      'changed to what it is',
      (task) => decideUpdate(task, { ...any, caller: key, patch: { title: 'T' } }, now),
    ],
    ['commented on', decideComment],
  ];
  const states: [string, Partial<TaskState>][] = [
    ['todo', {}],
    ['done', done],
    ['completed', { ...done, completedAt: earlier, assignedAgentId: 'ada' }],
    ['cancelled', cancelled],
    ['needing attention', needsAttention],
    ['of another agent', { assignedAgentId: 'grace' }],
  ];
  it.each(calls)('is not %s', (_, decide) => {
    for (const [name, state] of states) expect(decide(archived(state)), name).toBe('TASK_ARCHIVED');
  });

  it('stays as it is when its agent sends the completion again', () => {
    const call = { ...any, agentId: 'ada', attempt: null, result: 'R' };
    const completed = archived({ ...done, completedAt: earlier, assignedAgentId: 'ada', result: 'R' });
    expect(decideCompletion(completed, call, now)).toBe('keep');
    expect(decideCompletion(completed, { ...call, result: 'S' }, now)).toBe('TASK_ARCHIVED');
  });

  it('rejects an update with a field that the agent may not write as FORBIDDEN, before TASK_ARCHIVED', () => {
    expect(decideUpdate(archived(), { ...any, caller: ada, patch: { projectId: 'p' } }, now)).toBe(
      'FORBIDDEN',
    );
  });

  it('stays assigned to a person who leaves the team', () => {
    const task = archived({ assignedMemberId: 'grace' });
    expect(decideUnassignment(task, { memberId: 'grace' })).toBe('keep');
  });
});

describe('a restoration', () => {
  it.each<[string, Partial<TaskState>, boolean]>([
    ['todo', {}, true],
    ['todo for an agent', { assignedAgentId: 'ada' }, true],
    ['todo for a person', { assignedMemberId: 'grace' }, false],
    ['what needs attention', needsAttention, false],
    ['done', done, false],
  ])('restores %s as it was', (_, state, inQueue) => {
    const task = archived(state);
    const decision = decideRestoration(task, any, now);
    if (typeof decision === 'string') throw new Error(decision);
    const after = settle(task, decision, now);
    expect(withoutWait(after)).toEqual({
      ...withoutWait(task),
      ...{ archivedAt: null, archivedWithProject: false, inQueue, version: task.version + 1, updatedAt: now },
    });
    expect(decision.event).toBe('task.restored');
  });

  it.each<[string, TaskState, Parameters<typeof decideRestoration>[1], string]>([
    ['what is not archived', taskOf(), { ...oldVersion, isProjectArchived: true }, 'keep'],
    ['what has an archived project', archived(), { ...oldVersion, isProjectArchived: true }, 'TASK_ARCHIVED'],
    ['another version', archived(), oldVersion, 'PRECONDITION_FAILED'],
  ])('does not restore %s', (_, task, call, outcome) => {
    expect(outcomeOf(decideRestoration(task, call, now))).toBe(outcome);
  });

  it.each<[string, Partial<TaskState>, string, string | null]>([
    ['an open task of a person who has left is nobody’s', {}, 'grace', null],
    ['a closed one keeps the person', done, 'grace', 'grace'],
    ['a task of another person stays theirs', {}, 'ben', 'grace'],
  ])('%s', (_, state, departedId, assignedMemberId) => {
    const task = archived({ ...state, assignedMemberId: 'grace' });
    const decision = decideRestoration(task, { ...any, departedId }, now);
    if (typeof decision === 'string') throw new Error(decision);
    expect(settle(task, decision, now)).toMatchObject({ assignedMemberId, archivedAt: null });
  });

  it.each<[string, Partial<TaskState>, number | null, boolean]>([
    ['a closed task that its project would archive at once', done, 7, true],
    ['one that was closed later', done, 8, false],
    ['one of a project that archives nothing by itself', done, null, false],
    ['an open one', {}, 7, false],
  ])('%s counts as closed now: %j days: %s', (_, state, archiveAfterDays, countsAnew) => {
    const closedAt = '2026-02-22T11:59:59.999Z';
    const task = archived({ ...state, statusChangedAt: closedAt });
    const later = '2026-03-01T12:00:00.000Z';
    const decision = decideRestoration(task, { ...any, archiveAfterDays }, later);
    if (typeof decision === 'string') throw new Error(decision);
    const after = settle(task, decision, later);
    expect(after.statusChangedAt).toBe(countsAnew ? after.updatedAt : closedAt);
  });
});

describe('archiving a task with its project', () => {
  const projectId = taskOf().projectId;
  const decide = (given: Partial<TaskState> = {}, isProjectArchived = true) =>
    decideArchivalWithProject(taskOf(given), { projectId, isProjectArchived }, now);

  it('marks the task as archived with its project, unlike archiving the task alone', () => {
    expect(decide()).toMatchObject({ set: { archivedAt: now, archivedWithProject: true } });
    expect(decideArchival(taskOf(), any, now)).toMatchObject({ set: { archivedWithProject: false } });
  });

  it.each<[string, Partial<TaskState>]>([
    ['what is in progress', { ...unheld }],
    ['what has left the project', { projectId: 'other' }],
    ['what is archived', { archivedAt: earlier }],
  ])('keeps %s', (_, given) => expect(decide(given)).toBe('keep'));

  it('keeps the tasks of a project that was restored since', () => expect(decide({}, false)).toBe('keep'));

  it('is the only archiving that is undone when the project is restored', () => {
    const restore = (task: TaskState, isProjectArchived = false) =>
      outcomeOf(decideRestorationWithProject(task, { departedId: null, isProjectArchived }));
    expect(restore(archived())).toBe('task.restored');
    expect(restore(archived({ archivedWithProject: false }))).toBe('keep');
    expect(restore(archived({ archivedAt: null }))).toBe('keep');
    expect(restore(archived(), true)).toBe('keep');
    const archivedAlone = decideArchival(archived(), any, now);
    expect(archivedAlone).toEqual({ event: null, set: { archivedWithProject: false } });
    if (typeof archivedAlone === 'string') throw new Error(archivedAlone);
    expect(restore(settle(archived(), archivedAlone, now))).toBe('keep');
  });
});

describe('archiving a closed task after some days', () => {
  const closedAt = '2026-02-22T11:59:59.999Z';
  const decide = (given: Partial<TaskState>, days: number) =>
    outcomeOf(
      decideArchivalOfClosed(
        taskOf({ statusChangedAt: closedAt, ...given }),
        { days },
        '2026-03-01T12:00:00.000Z',
      ),
    );

  it.each<[string, Partial<TaskState>, number, string]>([
    ['what is done so long', done, 7, 'task.archived'],
    ['what is cancelled so long', cancelled, 7, 'task.archived'],
    ['what was done later', done, 8, 'keep'],
    ['what was reopened', {}, 7, 'keep'],
    ['what is archived', { ...done, archivedAt: earlier }, 7, 'keep'],
  ])('%s', (_, given, days, outcome) => expect(decide(given, days)).toBe(outcome));
});
