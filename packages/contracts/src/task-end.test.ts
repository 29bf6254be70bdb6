import { describe, expect, it } from 'vitest';
import { hasEnded } from './task-end.ts';
import { heldBy, taskOf } from './testing/task-states.ts';

describe('who waits for a task', () => {
  it.each([
    ['in todo', taskOf()],
    ['that an agent holds', heldBy('ada')],
    ['that waits for another', taskOf({ isBlocked: true })],
  ])('waits for one %s', (_, task) => {
    expect(hasEnded(task)).toBe(false);
  });

  it.each([
    ['done', taskOf({ status: 'done' })],
    ['cancelled', taskOf({ status: 'cancelled' })],
    ['in progress with nobody', taskOf({ status: 'in_progress' })],
    ['that waits for a cancelled one', taskOf({ isBlocked: true, attention: 'blocker_cancelled' })],
    ['that is stale', taskOf({ attention: 'stale' })],
    ['archived', taskOf({ archivedAt: '2026-01-31T09:30:00.000Z' })],
    ['that needs attention', taskOf({ needsAttention: 'attempts_exhausted' })],
    ['of a person, in todo', taskOf({ assignedMemberId: 'member' })],
    ['of a person, in progress', taskOf({ assignedMemberId: 'member', status: 'in_progress' })],
  ])('waits no longer for one %s', (_, task) => {
    expect(hasEnded(task)).toBe(true);
  });
});
