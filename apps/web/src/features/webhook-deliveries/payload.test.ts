import { describe, expect, test } from 'vitest';
import { findTask, indentJson } from './payload.ts';

test('indents a body', () => {
  expect(indentJson('{"type":"task.completed","data":{}}')).toBe(
    '{\n  "type": "task.completed",\n  "data": {}\n}',
  );
  expect(indentJson('no JSON')).toBe('no JSON');
});

describe('the task of a payload', () => {
  test('is the task in its data', () => {
    const task = { id: 't1', title: 'Fix the login', status: 'done' };
    expect(findTask(JSON.stringify({ type: 'task.completed', data: { task } }))).toEqual({
      id: 't1',
      title: 'Fix the login',
    });
  });

  test.each([
    '{"data":{"agent":{"id":"a1"}}}',
    '{"data":{"task":{"id":7}}}',
    'null',
    '{"data":null}',
    'no JSON',
  ])('is null in %s', (body) => {
    expect(findTask(body)).toBeNull();
  });
});
