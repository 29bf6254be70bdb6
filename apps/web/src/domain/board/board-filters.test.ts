import { describe, expect, test } from 'vitest';
import { matchesFilters, parseBoardFilters, serializeBoardFilters } from './board-filters.ts';
import { sampleTask } from './store/testing/sample-task.ts';

const task = sampleTask({ title: 'Write the Report', priority: 'high' });

describe('the filters in the URL', () => {
  test('are parsed as they were serialized', () => {
    const filters = { projectId: 'p1', agentId: 'nobody', priority: 'high', search: 'a & b' } as const;
    expect(parseBoardFilters(new URLSearchParams(serializeBoardFilters(filters)))).toEqual(filters);
  });

  test('have the same order, independent of the order of selection', () => {
    expect(serializeBoardFilters('/board?q=report', { priority: 'high' })).toBe(
      '/board?priority=high&q=report',
    );
  });

  test('leave the URL unchanged when none is set', () => {
    expect(serializeBoardFilters('/board', {})).toBe('/board');
    expect(parseBoardFilters(new URLSearchParams('?project=&q=%20'))).toEqual({});
  });

  test('ignore unknown values and parameters', () => {
    expect(parseBoardFilters(new URLSearchParams('?priority=urgent&page=3'))).toEqual({});
  });

  test('shorten a search to the maximum length of the API', () => {
    const searchOf = (q: string) => parseBoardFilters(new URLSearchParams({ q })).search;
    expect(searchOf('x'.repeat(300))).toBe('x'.repeat(200));
    expect(searchOf('🤖'.repeat(200))).toBe('🤖'.repeat(200));
    expect(searchOf(`x${'🤖'.repeat(200)}`)).toBe(`x${'🤖'.repeat(199)}`);
  });

  test('ignore a search that the API rejects', () => {
    for (const q of ['x', '\0\0', '\u200b\u200b']) expect(parseBoardFilters({ q })).toEqual({});
  });
});

describe('matching a task', () => {
  test('searches the title in any case', () => {
    expect(matchesFilters(task, { search: 'REPORT' })).toBe(true);
    expect(matchesFilters(task, { search: 'poem' })).toBe(false);
    // Two letters match only the beginning of a word.
    expect(matchesFilters(task, { search: 're' })).toBe(true);
    expect(matchesFilters(task, { search: 'ep' })).toBe(false);
  });

  test('finds unassigned tasks', () => {
    expect(matchesFilters(task, { agentId: 'nobody' })).toBe(true);
    expect(matchesFilters({ ...task, assignedAgentId: 'a1' }, { agentId: 'nobody' })).toBe(false);
    expect(matchesFilters(task, { agentId: 'a1' })).toBe(false);
  });

  test('requires all filters to match', () => {
    expect(matchesFilters(task, { projectId: 'p1', priority: 'high' })).toBe(true);
    expect(matchesFilters(task, { projectId: 'p1', priority: 'low' })).toBe(false);
    expect(matchesFilters(task, { projectId: 'p2' })).toBe(false);
  });
});
