import type { BoardTask } from '@crewboard/contracts';
import { beforeEach, expect, test } from 'vitest';
import { confirmOwnChange, endOwnChanges, forgetOwnChanges, isOwnChange } from './own-changes.ts';
import { beginChange } from './pending-changes.ts';
import { sampleTask, taskEvent } from './testing/sample-task.ts';

const response = sampleTask({ updatedAt: '2026-11-21T10:00:05.000Z' });
const event = taskEvent({ snapshot: response });
const another = taskEvent({ snapshot: sampleTask({ updatedAt: '2026-11-21T10:00:09.000Z' }) });

/** Begins a change. Returns its end. */
function begin() {
  const change = beginChange('t', sampleTask(), (task) => task);
  return (task?: BoardTask) => {
    change.end(task);
    if (task) confirmOwnChange(task);
    endOwnChanges('x');
  };
}

beforeEach(forgetOwnChanges);

test('recognizes the event that follows the response to its own call, once', () => {
  begin()(response);
  expect([isOwnChange(another), isOwnChange(event), isOwnChange(event)]).toEqual([false, true, false]);
});

test('recognizes the event that precedes the response to its own call', () => {
  const end = begin();
  expect(isOwnChange(event)).toBe(true);
  end(response);
  expect(isOwnChange(event)).toBe(false);
});

test('expects no event after a call that failed or changed nothing', () => {
  begin()();
  expect(isOwnChange(event)).toBe(false);
  begin()(sampleTask());
  expect(isOwnChange(event)).toBe(false);
});

test('recognizes the event of a call that is under way while everything is refetched', () => {
  const end = begin();
  forgetOwnChanges();
  expect(isOwnChange(event)).toBe(true);
  end(response);
});

test('keeps nothing of another page of this person that changed the task during a call', () => {
  const end = begin();
  expect(isOwnChange(another)).toBe(true);
  end(response);
  const endNext = begin();
  endNext(sampleTask({ updatedAt: '2026-11-21T10:00:09.000Z' }));
  expect(isOwnChange(another)).toBe(true);
});

test('does not recognize changes of others', () => {
  expect(isOwnChange(event)).toBe(false);
});
