import type { BoardTask, TaskStatus } from '@crewboard/contracts';
import { describe, expect, test } from 'vitest';
import { expectMove, expectRelease, expectSteps, expectUpdate, revertSteps } from '../store/expected-task.ts';
import { sampleTask } from '../store/testing/sample-task.ts';
import { changeLabel, changeSentence } from './task-changes.ts';

const task = (status: TaskStatus, assignedAgentId: string | null = null): BoardTask =>
  sampleTask({ status, assignedAgentId });

const ofHal = (status: TaskStatus) => sampleTask({ status, assignedMemberId: 'hal' });

describe('the steps that undo a change', () => {
  test.each([
    ['a task that Ada held and that was moved to To do', task('in_progress', 'ada'), { status: 'todo' }],
    ['a task that Ada held and that was cancelled', task('in_progress', 'ada'), { status: 'cancelled' }],
    ['a task that Ada has completed and that was reopened', task('done', 'ada'), { status: 'todo' }],
    ['a cancelled task that was reopened', task('cancelled'), { status: 'todo' }],
    ['a task that waits for Ada and was moved to Done', task('todo', 'ada'), { status: 'done' }],
    ['a task that nobody has and that was moved', task('todo'), { status: 'in_progress' }],
    ['a hand-over from Ada to Bob', task('in_progress', 'ada'), { assignedAgentId: 'bob' }],
    ['a held task that was taken from Ada', task('in_progress', 'ada'), { assignedAgentId: null }],
    ['an assignment in progress', task('in_progress'), { assignedAgentId: 'ada' }],
    ['an assignment in To do', task('todo'), { assignedAgentId: 'ada' }],
    ['an assignment to a person', task('todo'), { assignedMemberId: 'me' }],
    ['a task in progress that nobody has and that was moved back', task('in_progress'), { status: 'todo' }],
    ['a hand-over from Ada to a person', task('in_progress', 'ada'), { assignedMemberId: 'hal' }],
    ['a hand-over from a person to Ada', ofHal('in_progress'), { assignedAgentId: 'ada' }],
    ['a hand-over between people', ofHal('in_progress'), { assignedMemberId: 'me' }],
    ['a task that was taken from a person', ofHal('todo'), { assignedMemberId: null }],
    ["a person's task that was moved to Done", ofHal('in_progress'), { status: 'done' }],
  ] as const)('bring back %s', (_name, before, change) => {
    const changed = expectSteps([change], 'me')(before);
    expect(changed).not.toEqual(before);
    const restored = revertSteps(changed, before, 'me').reduce<BoardTask>((now, step) => {
      const next = expectSteps([step], 'me')(now);
      // The rules allow each step.
      expect(next).not.toBe(now);
      return next;
    }, changed);
    // The time of a completion cannot be restored, and each claim is an attempt of its own.
    const { statusChangedAt, updatedAt, version, attempt } = before;
    expect({ ...restored, statusChangedAt, updatedAt, version, attempt }).toEqual(before);
  });

  test('give a task of a person back to an agent in one call, before which any agent could claim it', () => {
    const before = task('todo', 'ada');
    const changed = expectSteps([{ assignedMemberId: 'hal' }], 'me')(before);
    expect(revertSteps(changed, before, 'me')).toEqual([{ assignedAgentId: 'ada' }]);
  });

  test('assign a task before moving it to in progress, where any agent could claim it', () => {
    expect(revertSteps(task('todo'), task('in_progress', 'ada'), 'me')).toEqual([
      { assignedAgentId: 'ada' },
      { status: 'in_progress' },
    ]);
  });
});

test('labels a change by its effect', () => {
  const names = new Map([['ada', 'Ada']]);
  const reader = { names, personId: 'hal' };
  const label = (before: BoardTask, after: BoardTask) => changeLabel(before, after, reader);
  expect(label(task('todo'), task('cancelled'))).toBe('Cancelled');
  expect(label(task('done'), task('todo'))).toBe('Reopened');
  expect(label(task('todo'), task('done'))).toBe('Moved to Done');
  expect(label(task('todo'), task('todo', 'ada'))).toBe('Assigned to Ada');
  expect(label(task('todo', 'ada'), task('todo'))).toBe('Assigned to nobody');
  expect(label(task('todo', 'ada'), ofHal('todo'))).toBe('Assigned to you');
  expect(label(task('todo'), task('todo'))).toBeNull();
  expect(changeSentence(task('todo'), task('done'), reader)).toBe('Moved “A task” from To do to Done.');
  const [free, taken] = [task('todo'), ofHal('in_progress')];
  expect(label(free, taken)).toBe('Moved to In progress and assigned to you');
  expect(changeSentence(free, taken, reader)).toBe(
    'Moved “A task” from To do to In progress, and assigned it to you.',
  );
  expect(label(ofHal('todo'), taken)).toBe('Moved to In progress');
  expect(changeLabel(free, taken, { names, personId: 'mia' })).toBe('Moved to In progress');
  const released = { ...reader, isRelease: true };
  expect(changeLabel(task('in_progress', 'ada'), task('todo'), released)).toBe('Released');
  expect(changeSentence(task('in_progress', 'ada'), task('todo'), released)).toBe(
    'Released “A task”. It is in To do.',
  );
  expect(changeLabel(task('todo'), task('todo'), released)).toBeNull();
});

test('a release, a move and another assignee end the lease, and a person clears needsAttention', () => {
  const leased = sampleTask({
    status: 'in_progress',
    assignedAgentId: 'ada',
    attempt: 3,
    leaseExpiresAt: '2026-11-21T10:05:00.000Z',
  });
  const open = { status: 'todo', assignedAgentId: null, leaseExpiresAt: null, attempt: 3 };
  expect(expectRelease(3)(leased)).toMatchObject(open);
  expect(expectMove('todo', 'me')(leased)).toMatchObject(open);
  expect(expectUpdate({ assignedAgentId: null })(leased)).toMatchObject(open);
  expect(expectUpdate({ assignedAgentId: 'bob' })(leased)).toMatchObject({
    attempt: 4,
    leaseExpiresAt: null,
  });
  const { leaseExpiresAt } = leased;
  expect(expectUpdate({ priority: 'high' })(leased)).toMatchObject({ leaseExpiresAt });
  const exhausted = sampleTask({ needsAttention: 'attempts_exhausted' });
  expect(expectRelease(null)(exhausted).needsAttention).toBeNull();
  expect(expectMove('in_progress', 'me')(exhausted).needsAttention).toBeNull();
});

test('leaves the task as it is if the rules reject the change, or if it was made already', () => {
  const held = sampleTask({ status: 'in_progress', assignedAgentId: 'ada', attempt: 4 });
  expect(expectRelease(3)(held)).toBe(held);
  const done = sampleTask({ status: 'done' });
  expect(expectUpdate({ assignedAgentId: 'ada' })(done)).toBe(done);
  const moved = expectMove('done', 'me')(held);
  expect(expectMove('done', 'me')(moved)).toBe(moved);
});
