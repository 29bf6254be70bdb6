import { beforeEach, expect, test } from 'vitest';
import { expectOwnChange, forgetOwnChanges, isOwnChange, settleOwnChange } from './own-changes.ts';
import { sampleTask, taskEvent } from './testing/sample-task.ts';

const response = sampleTask({ updatedAt: '2026-11-21T10:00:05.000Z' });
const event = taskEvent({ snapshot: response });
const another = taskEvent({ snapshot: sampleTask({ updatedAt: '2026-11-21T10:00:09.000Z' }) });

beforeEach(forgetOwnChanges);

test('reports an event after the response to its call as an own one, once', () => {
  expectOwnChange('x');
  settleOwnChange('x', response);
  expect([isOwnChange(another), isOwnChange(event), isOwnChange(event)]).toEqual([false, true, false]);
});

test('reports an event before the response as an own one', () => {
  expectOwnChange('x');
  expect(isOwnChange(event)).toBe(true);
  settleOwnChange('x', response);
  expect(isOwnChange(event)).toBe(false);
});

test('expects no event after a failed call, or after one that changed nothing', () => {
  expectOwnChange('x');
  settleOwnChange('x');
  expect(isOwnChange(event)).toBe(false);
  expectOwnChange('x');
  settleOwnChange('x', sampleTask());
  expect(isOwnChange(event)).toBe(false);
});

test('reports no change of others as an own one', () => {
  expect(isOwnChange(event)).toBe(false);
});
