import type { Attention } from '@crewboard/contracts';
import { expect, it } from 'vitest';
import { sampleTask } from '#domain/board/testing/sample-task.ts';
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

it('counts a pause once, however many tasks wait for it', () => {
  const [team, agent] = [{ type: 'team', id: 't' } as const, { type: 'agent', id: 'a' } as const];
  const paused = group({
    ...{ reason: 'paused', count: 10_000, isExact: false },
    tasks: [waitingFor(team), waitingFor(team), waitingFor(agent)],
  });
  expect(countAttention({ tasks: [paused, group({ count: 3 })], stuck: [] })).toEqual({
    count: 5,
    isExact: true,
  });
});

it('counts no pause once nothing waits for it', () => {
  expect(countAttention({ tasks: [group({ reason: 'paused' })], stuck: [] }).count).toBe(0);
});
