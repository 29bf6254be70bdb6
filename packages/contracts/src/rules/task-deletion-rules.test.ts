import { describe, expect, it } from 'vitest';
import { findDeletionObstacle, withoutBlocker } from './task-deletion-rules.ts';
import { cancelled, done, earlier, heldBy, taskOf, unheld } from './testing/task-states.ts';

const archived = { archivedAt: earlier };
const waitedFor = { openDependants: 2 };
const alone = { openDependants: 0 };

describe('a deletion', () => {
  it.each([
    ['what is to do', taskOf(), 'open'],
    ['what is in progress', taskOf(unheld), 'open'],
    ['what an agent holds', heldBy('ada'), 'open'],
    ['what is done', taskOf(done), null],
    ['what is cancelled', taskOf(cancelled), null],
    ['what is archived', taskOf(archived), null],
  ])('of %s', (_, task, obstacle) => {
    expect(findDeletionObstacle(task, alone)).toBe(obstacle);
  });

  it.each([
    ['cancelled', taskOf(cancelled)],
    ['archived', taskOf(archived)],
  ])('is rejected while open tasks wait for what is %s', (_, task) => {
    expect(findDeletionObstacle(task, waitedFor)).toBe('waited_for');
  });

  it.each([
    ['done', taskOf(done)],
    ['done and archived', taskOf({ ...done, ...archived })],
  ])('is possible while open tasks name what is %s', (_, task) => {
    expect(findDeletionObstacle(task, waitedFor)).toBeNull();
  });
});

it('removes the deleted task alone from what another one waits for', () => {
  expect(withoutBlocker({ blockedBy: ['a', 'b', 'c'] }, 'b')).toEqual({ blockedBy: ['a', 'c'] });
});
