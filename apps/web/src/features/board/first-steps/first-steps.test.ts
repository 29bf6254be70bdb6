import type { BoardCounts } from '@crewboard/contracts';
import { expect, test } from 'vitest';
import { listFirstSteps } from './first-steps.ts';

const none = { count: 0, isExact: true };
const counts = { snapshot: '', todo: none, in_progress: none, done: none, cancelled: none };
const agent = { id: 'a', name: 'Ada', status: 'active', lastActiveAt: null, paused: null } as const;
const person = { id: 'p', name: 'Grace' };
const activityOf = (claims: number, completions: number) => ({
  snapshot: '',
  minutes: [{ start: '2026-01-01T00:00:00.000Z', claims, completions }],
});

const doneIn = (steps: ReturnType<typeof listFirstSteps>) =>
  steps.filter(({ isDone }) => isDone).map(({ key }) => key);
const empty: { agents: (typeof agent)[]; people: (typeof person)[]; counts: BoardCounts } = {
  agents: [],
  people: [person],
  counts,
};

test('no step is done at first, or before the data are loaded', () => {
  expect(doneIn(listFirstSteps(empty, activityOf(0, 0)))).toEqual([]);
  expect(doneIn(listFirstSteps({ agents: [], people: [], counts: undefined }, undefined))).toEqual([]);
});

test.each([
  ['an agent', { agents: [agent] }, ['agent']],
  ['a task', { counts: { ...counts, done: { count: 1, isExact: true } } }, ['task']],
  ['another person', { people: [person, { ...person, id: 'q' }] }, ['invite']],
])('%s does its step', (_, given, done) => {
  expect(doneIn(listFirstSteps({ ...empty, ...given }, activityOf(0, 0)))).toEqual(done);
});

test('the third step stays done when the completion is older than the activity', () => {
  const active = { ...agent, lastActiveAt: '2026-01-01T00:00:00.000Z' };
  const given = {
    agents: [active],
    people: [person],
    counts: { ...counts, done: { count: 1, isExact: true } },
  };
  expect(doneIn(listFirstSteps(given, activityOf(0, 0)))).toEqual(['agent', 'task', 'watch']);
});

test('the third step says that a task was claimed, and is done once it is completed', () => {
  const aboutOf = (claims: number, completions: number) => {
    const steps = listFirstSteps(empty, activityOf(claims, completions));
    return { about: steps[2]?.about, done: doneIn(steps) };
  };
  expect(aboutOf(1, 0)).toEqual({ about: 'An agent has claimed a task and works on it.', done: [] });
  expect(aboutOf(1, 1)).toEqual({
    about: 'An agent has completed a task: its result is in the panel.',
    done: ['task', 'watch'],
  });
});
