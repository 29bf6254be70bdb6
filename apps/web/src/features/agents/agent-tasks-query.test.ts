import type { Task } from '@crewboard/contracts';
import { expect, test } from 'vitest';
import { nextCursor, PAGE_LENGTH } from './agent-tasks-query.ts';

const page = (length: number) => Array.from({ length }, (_, index) => ({ id: `task-${index}` }) as Task);

test('a full page leads to the next one by the id of its last task', () => {
  expect(nextCursor(page(PAGE_LENGTH))).toBe(`task-${PAGE_LENGTH - 1}`);
});

test('a page that is not full is the last one', () => {
  expect(nextCursor(page(PAGE_LENGTH - 1))).toBeUndefined();
  expect(nextCursor([])).toBeUndefined();
});
