import type { Task } from '@crewboard/contracts';
import type { Active, Over } from '@dnd-kit/core';
import { expect, test } from 'vitest';
import { announcements, asStatus, columnBeside } from './drag-logic.ts';

const task = { id: 't1', title: 'Write', status: 'todo' } as Task;
const active = { id: 't1', data: { current: { task } } } as unknown as Active;
const over = (id: string) => ({ id }) as Over;

test('at the edge of the board, the next column is the same one', () => {
  expect(columnBeside('todo', 1)).toBe('in_progress');
  expect(columnBeside('todo', -1)).toBe('todo');
  expect(columnBeside('cancelled', 1)).toBe('cancelled');
});

test('accepts only a status as the id of a column', () => {
  expect(asStatus('done')).toBe('done');
  expect(asStatus('t1')).toBeNull();
  expect(asStatus(undefined)).toBeNull();
});

test('announces a move with the visible names', () => {
  expect(announcements.onDragStart({ active })).toBe('Lifted “Write” from To do.');

  expect(announcements.onDragEnd({ active, over: over('in_progress') })).toBe(
    'Dropped “Write” over In progress.',
  );
  expect(announcements.onDragEnd({ active, over: over('todo') })).toBe('“Write” stays in To do.');
  expect(announcements.onDragEnd({ active, over: null })).toBe('“Write” stays in To do.');
});
