import { expect, test } from 'vitest';
import { readUrlState } from '../../lib/url-state.ts';
import { agentFilterState, countAgents, filterAgents } from './agent-filter.ts';

const agents = [
  { status: 'active' as const },
  { status: 'inactive' as const },
  { status: 'active' as const },
];

test('an unknown filter in the URL shows all', () => {
  expect(readUrlState(agentFilterState, { status: 'active' })).toEqual({ status: 'active' });
  expect(readUrlState(agentFilterState, { status: 'unknown' })).toEqual({});
  expect(readUrlState(agentFilterState, { status: ['inactive', 'active'] })).toEqual({ status: 'inactive' });
});

test('counts as many agents as each filter shows', () => {
  expect(countAgents(agents)).toEqual({ all: 3, active: 2, inactive: 1 });
  expect(filterAgents(agents, 'inactive')).toHaveLength(1);
});
