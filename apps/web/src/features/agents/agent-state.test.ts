import { expect, test } from 'vitest';
import { agentFilters, countAgents, filterAgents, parseAsAgentFilter } from './agent-state.ts';

const exactly = (count: number) => ({ count, isExact: true });
const called = '2026-11-24T08:00:00.000Z';
const agents = [
  { status: 'active' as const, tasksInProgress: exactly(2), lastActiveAt: called },
  // Holds a task that a person has assigned to it and moved to In progress.
  { status: 'active' as const, tasksInProgress: exactly(1), lastActiveAt: null },
  { status: 'active' as const, tasksInProgress: exactly(0), lastActiveAt: called },
  { status: 'active' as const, tasksInProgress: exactly(0), lastActiveAt: null },
  { status: 'inactive' as const, tasksInProgress: exactly(1), lastActiveAt: called },
];

test('an unknown filter in the URL shows all agents', () => {
  expect(parseAsAgentFilter.parseServerSide('idle')).toBe('idle');
  expect(parseAsAgentFilter.parseServerSide('unknown')).toBe('all');
  expect(parseAsAgentFilter.parseServerSide(undefined)).toBe('all');
});

test('the count of each filter is the number of agents that it shows', () => {
  const counts = countAgents(agents);
  expect(counts).toEqual({ all: 5, working: 2, idle: 1, 'never-called': 1, deactivated: 1 });
  for (const filter of agentFilters) expect(filterAgents(agents, filter)).toHaveLength(counts[filter]);
});
