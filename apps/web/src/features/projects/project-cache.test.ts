import type { ListedProject } from '@crewboard/contracts';
import { expect, test } from 'vitest';
import { withProject } from './project-cache.ts';

const one: ListedProject = {
  id: 'one',
  name: 'One',
  description: null,
  teamId: 'team',
  maxAttempts: 5,
  archiveAfterDays: null,
  staleAfterSeconds: 86_400,
  queueStaleAfterSeconds: 604_800,
  taskCount: 0,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  paused: null,
  archivedAt: null,
};
const two = { ...one, id: 'two', name: 'Two' };

test('replaces a renamed project in place and does not modify the old list', () => {
  const before = [one, two];
  expect(withProject(before, { ...one, name: 'First' }).map(({ name }) => name)).toEqual(['First', 'Two']);
  expect(before[0]?.name).toBe('One');
});

test('puts a new project last', () => {
  expect(withProject([one], two)).toEqual([one, two]);
});
