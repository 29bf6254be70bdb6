import { describe, expect, it } from 'vitest';
import { decideDue, findNext, type NextFacts } from './task-next-rules.ts';
import { settle } from './task-settle.ts';
import type { TaskDecision, TaskState } from './task-state.ts';
import {
  later as afterNow,
  assignedTo,
  heldBy,
  noFacts,
  now,
  running,
  taskOf,
} from './testing/task-states.ts';

const daysAgo = (days: number) => new Date(Date.parse(now) - 86_400_000 * days).toISOString();
const nextSince = daysAgo(0.5);
const _inHalfADay = daysAgo(-0.5);
const _blocked = { isBlocked: true, openBlockers: 2 };
const paused = { type: 'project', id: 'project', at: daysAgo(0.25) } as const;
const _next = (given: Partial<TaskState>, facts: Partial<NextFacts> = {}, task = taskOf({ nextSince })) =>
  findNext({ ...task, ...given }, { ...noFacts, ...facts }, now);

function after(task: TaskState, decision: TaskDecision): TaskState {
  if (typeof decision === 'string') throw new Error(decision);
  return settle(task, decision, now);
}

describe('the sweeper checks a task that', () => {
  const due = (given: Partial<TaskState>, task = taskOf()) => ({ ...task, checkAt: now, ...given });
  const look = (task: TaskState, facts: Partial<NextFacts> = {}) =>
    decideDue(task, { ...noFacts, ...facts }, now);

  it.each<[string, TaskState, object]>([
    ['was in the queue for 7 days', due({ nextSince: daysAgo(7) }), { reason: 'queued' }],
    [
      'its agent has not begun for a day',
      due({ nextSince: daysAgo(1) }, assignedTo('ada')),
      { reason: 'assigned' },
    ],
    ['its holder has forgotten', due({ lastSignAt: daysAgo(1) }, heldBy('ada')), { reason: 'working' }],
  ])('%s, and records one event', (_, task, expected) => {
    const decision = look(task);
    expect(decision).toMatchObject({ event: 'task.stale', set: { attention: 'stale' }, ...expected });
    const stale = after(task, decision);
    expect(stale).toMatchObject({
      attention: 'stale',
      checkAt: null,
      version: task.version,
      updatedAt: task.updatedAt,
    });
    expect(look({ ...stale, checkAt: now })).toMatchObject({ event: null });
  });

  it('has waited since before the service stored that time, and records no event', () => {
    const task = due({ nextSince: null, statusChangedAt: daysAgo(8) });
    expect(look(task)).toMatchObject({ event: null, set: { attention: 'stale' } });
  });

  it.each<[string, Partial<NextFacts>]>([
    ['is paused', { paused }],
    ['has an agent that cannot work', { agentStoppedAt: daysAgo(3) }],
  ])('%s, and checks it again after its whole time', (_, facts) => {
    const task = due({ nextSince: daysAgo(7) }, assignedTo('ada'));
    expect(look(task, facts)).toMatchObject({ event: null, set: { attention: null, checkAt: daysAgo(-1) } });
  });

  it('was resumed, and checks it again when it may be stale', () => {
    const decision = look(due({ nextSince: daysAgo(7) }), { resumedAt: daysAgo(3) });
    expect(decision).toMatchObject({ event: null, set: { attention: null, checkAt: daysAgo(-4) } });
  });

  it('has got more time from its project, and is no longer stale', () => {
    const task = due({ nextSince: daysAgo(8), attention: 'stale', staleTimes: [86_400, 10 * 86_400] });
    expect(look(task)).toMatchObject({ event: null, set: { attention: null, checkAt: daysAgo(-2) } });
  });

  it.each<[string, TaskState]>([
    ['has a lease', due({ nextSince: daysAgo(8) }, heldBy('ada', running))],
    ['is not due', taskOf({ nextSince: daysAgo(8), checkAt: afterNow })],
    ['has no time', taskOf({ nextSince: daysAgo(8), checkAt: null })],
  ])('%s, and leaves it as it is', (_, task) => {
    expect(look(task)).toBe('keep');
  });
});
