import { expect, test } from 'vitest';
import { countAgents, filterAgents, parseAsAgentFilter } from './agent-filter.ts';

const agents = [
  { status: 'active' as const },
  { status: 'inactive' as const },
  { status: 'active' as const },
];

test('an unknown filter in the URL shows all', () => {
  expect(parseAsAgentFilter.parseServerSide('active')).toBe('active');
  expect(parseAsAgentFilter.parseServerSide('unknown')).toBe('all');
  expect(parseAsAgentFilter.parseServerSide(undefined)).toBe('all');
});

test('counts as many agents as each filter shows', () => {
  expect(countAgents(agents)).toEqual({ all: 3, active: 2, inactive: 1 });
  expect(filterAgents(agents, 'inactive')).toHaveLength(1);
});
