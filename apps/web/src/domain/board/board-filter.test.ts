import type { Task } from '@crewboard/contracts';
import { describe, expect, test } from 'vitest';
import { matchesChoice, readBoardChoice, writeBoardChoice } from './board-filter.ts';

const task: Task = {
  id: 't1',
  title: 'Write the Report',
  description: null,
  status: 'todo',
  priority: 'high',
  assignedAgentId: null,
  projectId: 'p1',
  result: null,
  version: 1,
  statusChangedAt: '2026-01-01T00:00:00.000Z',
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
};

describe('the choice in the URL', () => {
  test('comes back as it was written', () => {
    const choice = { projectId: 'p1', agentId: 'nobody', priority: 'high', search: 'a & b' } as const;
    expect(readBoardChoice(new URLSearchParams(writeBoardChoice(choice)))).toEqual(choice);
  });

  test('is nothing where nothing is chosen, so that the plain board has the plain URL', () => {
    expect(writeBoardChoice({ search: '  ' })).toBe('');
    expect(readBoardChoice(new URLSearchParams('?project=&q=%20'))).toEqual({});
  });

  test('ignores what is no filter', () => {
    expect(readBoardChoice(new URLSearchParams('?priority=urgent&page=3'))).toEqual({});
  });

  test('cuts a search to what the API takes', () => {
    expect(readBoardChoice(new URLSearchParams({ q: 'x'.repeat(300) })).search).toHaveLength(200);
  });
});

describe('matching a task', () => {
  test('looks into the title whatever its case', () => {
    expect(matchesChoice(task, { search: 'REPORT' })).toBe(true);
    expect(matchesChoice(task, { search: 'poem' })).toBe(false);
    expect(matchesChoice(task, { search: 're' })).toBe(true);
    expect(matchesChoice(task, { search: 'ep' })).toBe(false);
  });

  test('finds what nobody is assigned to', () => {
    expect(matchesChoice(task, { agentId: 'nobody' })).toBe(true);
    expect(matchesChoice({ ...task, assignedAgentId: 'a1' }, { agentId: 'nobody' })).toBe(false);
    expect(matchesChoice(task, { agentId: 'a1' })).toBe(false);
  });

  test('needs all of them', () => {
    expect(matchesChoice(task, { projectId: 'p1', priority: 'high' })).toBe(true);
    expect(matchesChoice(task, { projectId: 'p1', priority: 'low' })).toBe(false);
    expect(matchesChoice(task, { projectId: 'p2' })).toBe(false);
  });
});
