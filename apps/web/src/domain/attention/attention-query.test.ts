import type { Attention } from '@crewboard/contracts';
import { expect, it } from 'vitest';
import { sampleTask } from '#domain/board/store/testing/sample-task.ts';
import { countAttention } from './attention-query.ts';
import type { PausedThing } from './pauses-of.ts';

type Group = Attention['tasks'][number];

const since = '2026-11-28T00:00:00.000Z';
const waitingFor = (paused: PausedThing): Group['tasks'][number] => ({
  ...sampleTask({ id: crypto.randomUUID() }),
  next: { actor: 'person', reason: 'paused', since, paused },
});
const group = (fields: Partial<Group>): Group => ({
  ...{ reason: 'stale', count: 0, isExact: true, tasks: [] },
  ...fields,
});

const [team, project, agent] = [
  { type: 'team', id: 't' } as const,
  { type: 'project', id: 'p' } as const,
  { type: 'agent', id: 'a' } as const,
];
const countPauses = (fields: Partial<Group>) =>
  countAttention({ tasks: [group({ reason: 'paused', ...fields })], stuck: [] });

it('counts a pause once, however many tasks wait for it', () => {
  const tasks = [waitingFor(project), waitingFor(project), waitingFor(agent)];
  const paused = group({ reason: 'paused', count: 3, tasks });
  expect(countAttention({ tasks: [paused, group({ count: 3 })], stuck: [] })).toEqual({
    count: 5,
    isExact: true,
  });
});

it('marks the count of pauses as inexact if the response has only the oldest tasks', () => {
  const tasks = [waitingFor(project), waitingFor(agent)];
  expect(countPauses({ count: 3, tasks })).toEqual({ count: 2, isExact: false });
  expect(countPauses({ count: 2, isExact: false, tasks })).toEqual({ count: 2, isExact: false });
});

it('counts one pause, exactly, while the team is paused', () => {
  const tasks = [waitingFor(team), waitingFor(team)];
  expect(countPauses({ count: 1_000, isExact: false, tasks })).toEqual({ count: 1, isExact: true });
});

it('counts no pause that no task waits for', () => {
  expect(countAttention({ tasks: [group({ reason: 'paused' })], stuck: [] }).count).toBe(0);
});
