import { beforeEach, expect, test } from 'vitest';
import {
  expectOwnChange,
  forgetOwnChanges,
  hasPendingCalls,
  isOwnChange,
  settleOwnChange,
} from './own-changes.ts';
import { sampleTask, taskEvent } from './testing/sample-task.ts';

const response = sampleTask({ updatedAt: '2026-11-21T10:00:05.000Z' });
const event = taskEvent({ snapshot: response });
const another = taskEvent({ snapshot: sampleTask({ updatedAt: '2026-11-21T10:00:09.000Z' }) });

beforeEach(forgetOwnChanges);

test('recognizes the event that follows the response to its own call, once', () => {
  expectOwnChange('x');
  settleOwnChange('x', response);
  expect([isOwnChange(another), isOwnChange(event), isOwnChange(event)]).toEqual([false, true, false]);
});

test('recognizes the event that precedes the response to its own call', () => {
  expectOwnChange('x');
  expect(isOwnChange(event)).toBe(true);
  settleOwnChange('x', response);
  expect(isOwnChange(event)).toBe(false);
});

test('expects no event after a call that failed or changed nothing', () => {
  expectOwnChange('x');
  settleOwnChange('x');
  expect(isOwnChange(event)).toBe(false);
  expectOwnChange('x');
  settleOwnChange('x', sampleTask());
  expect(isOwnChange(event)).toBe(false);
});

test('does not recognize changes of others', () => {
  expect(isOwnChange(event)).toBe(false);
});

test('tells, after the last of several calls, that another page of this person changed the task', () => {
  expectOwnChange('x');
  expectOwnChange('x');
  isOwnChange(another);
  isOwnChange(event);
  expect(settleOwnChange('x', response)).toBe(false);
  expect(hasPendingCalls('x')).toBe(true);
  expect(settleOwnChange('x')).toBe(true);
  expect(hasPendingCalls('x')).toBe(false);
  expectOwnChange('x');
  expect(settleOwnChange('x', response)).toBe(false);
});
