import { beforeEach, expect, test } from 'vitest';
import { expectOwnChange, forgetOwnChanges, isOwnChange, settleOwnChange } from './own-changes.ts';
import { sampleTask, taskEvent } from './testing/sample-task.ts';

const response = sampleTask({ updatedAt: '2026-11-21T10:00:05.000Z' });
const event = taskEvent({ snapshot: response });
const another = taskEvent({ snapshot: sampleTask({ updatedAt: '2026-11-21T10:00:09.000Z' }) });

beforeEach(forgetOwnChanges);

test('an event after the response to its call is one’s own, once', () => {
  expectOwnChange('x');
  settleOwnChange('x', response);
  expect([isOwnChange(another), isOwnChange(event), isOwnChange(event)]).toEqual([false, true, false]);
});

test('so is one that comes before the response', () => {
  expectOwnChange('x');
  expect(isOwnChange(event)).toBe(true);
  settleOwnChange('x', response);
  expect(isOwnChange(event)).toBe(false);
});

test('what was refused, and what changed nothing, leaves nothing to wait for', () => {
  expectOwnChange('x');
  settleOwnChange('x');
  expect(isOwnChange(event)).toBe(false);
  expectOwnChange('x');
  settleOwnChange('x', sampleTask());
  expect(isOwnChange(event)).toBe(false);
});

test('nothing is one’s own that nobody did here', () => {
  expect(isOwnChange(event)).toBe(false);
});
