import type { AgentOverview } from '@crewboard/contracts';
import { describe, expect, test } from 'vitest';
import { withAgent, withoutTasks } from './agent-cache.ts';

const ada: AgentOverview = {
  id: 'ada',
  name: 'Ada',
  description: null,
  status: 'active',
  teamId: 'team',
  taskCount: 7,
  lastActiveAt: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  tokenExpiresAt: null,
  previousTokenUntil: null,
  paused: null,
  tasksInProgress: { count: 3, isExact: true },
  tokenPrefix: 'cb_agent_abcd',
  tokenLifetimeSeconds: 7_776_000,
};
const bob: AgentOverview = { ...ada, id: 'bob', name: 'Bob' };
const { tasksInProgress: _held, tokenPrefix: _prefix, tokenLifetimeSeconds: _lifetime, ...response } = ada;

describe('the cached list of agents', () => {
  test('replaces a renamed agent in place, with its tasks and its token', () => {
    const list = withAgent([ada, bob], { ...response, name: 'Ada Lovelace' });
    expect(list).toEqual([{ ...ada, name: 'Ada Lovelace' }, bob]);
  });

  test('removes the token of a deactivated agent and keeps its tasks', () => {
    const [agent] = withAgent([ada], { ...response, status: 'inactive' });
    expect(agent).toMatchObject({
      status: 'inactive',
      tokenPrefix: null,
      tasksInProgress: { count: 3, isExact: true },
    });
  });

  test('puts a new agent last, without its token', () => {
    const created = { ...response, id: 'eve', name: 'Eve', token: 'cb_agent_secret' };
    const list = withAgent([ada], created);
    expect(list.map((agent) => agent.id)).toEqual(['ada', 'eve']);
    expect(JSON.stringify(list)).not.toContain('cb_agent_secret');
  });

  test('releases the tasks of one agent, and modifies neither the others nor the old list', () => {
    const before = [ada, bob];
    expect(withoutTasks(before, 'ada').map((agent) => agent.tasksInProgress.count)).toEqual([0, 3]);
    expect(before[0]?.tasksInProgress.count).toBe(3);
  });
});
