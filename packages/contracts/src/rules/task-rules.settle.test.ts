import { describe, expect, it } from 'vitest';
import { settle } from './task-settle.ts';
import { heldBy, later, now, running, taskOf } from './testing/task-states.ts';

describe('settle', () => {
  const leased = heldBy('ada', { ...running, inQueue: false });
  const change = { event: 'task.updated', set: { title: 'U' } } as const;

  it('applies the change, raises the version and keeps the other fields', () => {
    const after = { ...leased, title: 'U', version: 5, updatedAt: now };
    expect(settle(leased, change, now)).toEqual(after);
  });

  it.each([
    ['later than', '2026-03-01T11:59:59.999Z', now],
    ['as late as', now, '2026-03-01T12:00:00.001Z'],
    ['earlier than', '2026-03-01T12:00:00.999Z', '2026-03-01T12:00:01.000Z'],
  ])('sets an updatedAt after the previous change when now is %s it', (_, previous, updatedAt) => {
    expect(settle(taskOf({ updatedAt: previous }), change, now)).toMatchObject({ updatedAt });
  });

  it.each([
    ['status', { status: 'done' } as const],
    ['holder', { heldSince: now }],
  ])('sets statusChangedAt to the time of the change when the %s changes', (_, set) => {
    const task = heldBy('ada', { updatedAt: now });
    const time = '2026-03-01T12:00:00.001Z';
    expect(settle(task, { ...change, set }, now)).toMatchObject({ updatedAt: time, statusChangedAt: time });
  });

  it.each([
    ['the claim', taskOf(), { heldSince: now }, now],
    ['another claim', heldBy('ada'), { heldSince: now }, now],
    ['a heartbeat', heldBy('ada'), { lastSignAt: now }, now],
    ['none since', heldBy('ada', { lastSignAt: now }), { title: 'U' }, now],
    ['nobody, who holds it no more', heldBy('ada'), { heldSince: null }, null],
  ])('has the last sign of the holder: %s', (_, task, set, lastSignAt) => {
    expect(settle(task, { ...change, set }, later)).toMatchObject({ lastSignAt });
  });

  it.each([
    ['open and of nobody', {}, true],
    ['assigned to an agent', { assignedAgentId: 'ada' }, true],
    ['of a person', { assignedMemberId: 'eve' }, false],
    ['blocked', { isBlocked: true }, false],
    ['archived', { archivedAt: now }, false],
    ['whose attempts are exhausted', { needsAttention: 'attempts_exhausted' }, false],
    ['to be started later', { notBefore: later }, false],
    ['in progress', { status: 'in_progress' }, false],
  ] as const)('has the task in the queue or not: %s', (_, set, inQueue) => {
    expect(settle(taskOf(), { event: 'task.updated', set }, now)).toMatchObject({ inQueue });
  });

  it.each([
    ['a heartbeat', { event: null, set: { leaseExpiresAt: now } }],
    ['a comment', { event: 'task.commented', set: { commentCount: 1 } }],
  ] as const)('keeps the version and the times with %s', (_, silent) => {
    expect(settle(leased, silent, now)).toEqual({ ...leased, ...silent.set });
  });
});
