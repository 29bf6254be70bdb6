import { expect, it } from 'vitest';
import { hasEnded, type ListedTask } from '../src/index.ts';

const since = '2026-01-31T09:30:00.000Z';

it.each<[string, boolean, ListedTask['next'] | undefined]>([
  ['closed', true, null],
  ['of a person', true, { actor: 'person', reason: 'person', since }],
  ['stale', true, { actor: 'person', reason: 'stale', since }],
  ['that waits for a cancelled one', true, { actor: 'person', reason: 'blocker_cancelled', since }],
  ['that is paused', false, { actor: 'person', reason: 'paused', since }],
  ['whose agent cannot work', true, { actor: 'person', reason: 'agent_cannot_work', since }],
  ['in the queue', false, { actor: 'agent', reason: 'queued', since }],
  ['read without its next actor', false, undefined],
])('a task %s has ended: %s', (_, isEnded, next) => {
  expect(hasEnded({ next })).toBe(isEnded);
});
