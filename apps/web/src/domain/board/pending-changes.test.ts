import type { BoardTask } from '@crewboard/contracts';
import { afterEach, expect, test } from 'vitest';
import { movedTask } from './board-cache.ts';
import {
  asExpected,
  beginChange,
  type Expectation,
  expectedTask,
  hasPendingChanges,
  noteConfirmed,
  type PendingChange,
  pendingTaskIds,
} from './pending-changes.ts';
import { sampleTask } from './testing/sample-task.ts';

const { description: _, result: __, ...card } = sampleTask();
const at = (second: number, fields: Partial<BoardTask> = {}): BoardTask => ({
  ...card,
  ...fields,
  updatedAt: `2026-11-21T10:00:0${second}.000Z`,
});
const task = at(0);
const toInProgress: Expectation = (state) => movedTask(state, 'in_progress');
const toDone: Expectation = (state) => movedTask(state, 'done');
const rename: Expectation = (state) => ({ ...state, title: 'Renamed' });

const changes: PendingChange[] = [];
function begin(expectation: Expectation, known: BoardTask = task): PendingChange {
  const change = beginChange('t', known, expectation);
  changes.push(change);
  return change;
}

afterEach(() => {
  for (const change of changes.splice(0)) change.end();
  expect(hasPendingChanges('x')).toBe(false);
});

/** Whether a promise is settled by now. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  const pending = Symbol();
  await new Promise((resolve) => setTimeout(resolve));
  return (await Promise.race([promise, Promise.resolve(pending)])) !== pending;
}

test('gives each change its turn once the one before has ended, with the state that it changes', async () => {
  const [first, second, third] = [begin(toInProgress), begin(toDone), begin(rename)];
  expect(await first.turn()).toEqual(task);
  const turns = [second.turn(), third.turn()] as const;
  expect(await isSettled(turns[0])).toBe(false);
  const response = at(1, { status: 'in_progress' });
  first.end(response);
  expect(await turns[0]).toEqual(response);
  expect(await isSettled(turns[1])).toBe(false);
  second.end();
  expect(await turns[1]).toEqual(response);
});

test('gives changes of several tasks their turn side by side', async () => {
  begin(toDone);
  const other = begin(toDone, sampleTask({ id: 'y' }));
  expect(await other.turn()).toMatchObject({ id: 'y' });
});

test('shows what pending changes expect on top of what the service confirms', () => {
  const [first] = [begin(toInProgress), begin(rename)];
  expect(expectedTask('x')).toMatchObject({ status: 'in_progress', title: 'Renamed' });
  noteConfirmed(at(1, { priority: 'high', title: 'By somebody else' }));
  expect(expectedTask('x')).toMatchObject({ status: 'in_progress', title: 'Renamed', priority: 'high' });
  expect(first.end(at(2, { status: 'in_progress', priority: 'high' }))).toMatchObject({
    status: 'in_progress',
    title: 'Renamed',
    priority: 'high',
  });
});

test('shows the state of the service after changes that failed, in any order', () => {
  const [first, second] = [begin(toInProgress), begin(toDone)];
  expect(first.end()).toMatchObject({ status: 'done' });
  expect(second.end()).toEqual(task);
  const [third, fourth] = [begin(toInProgress), begin(rename)];
  expect(fourth.end()).toMatchObject({ status: 'in_progress', title: 'A task' });
  noteConfirmed(at(3, { status: 'cancelled' }));
  expect(third.end()).toMatchObject({ status: 'cancelled', updatedAt: at(3).updatedAt });
});

test('shows a later state of somebody else whose event arrived before the response', () => {
  const change = begin(toDone);
  noteConfirmed(at(4, { status: 'cancelled' }));
  expect(expectedTask('x')).toMatchObject({ status: 'done' });
  expect(change.end(at(3, { status: 'done' }))).toMatchObject({ status: 'cancelled' });
});

test('keeps the newest confirmed state', () => {
  begin(rename);
  noteConfirmed(at(5, { status: 'done' }));
  noteConfirmed(at(4, { status: 'in_progress' }));
  expect(expectedTask('x')).toMatchObject({ status: 'done', title: 'Renamed' });
});

test('takes a cached state that shows what is expected for no later one', () => {
  const change = begin(toInProgress);
  noteConfirmed({ ...task, status: 'in_progress' });
  expect(change.end()).toEqual(task);
});

test('keeps no texts, which the panel may know better', () => {
  const change = begin(rename, sampleTask());
  noteConfirmed(sampleTask({ description: 'Old', updatedAt: at(1).updatedAt }));
  expect(change.end(sampleTask({ result: 'Old', updatedAt: at(2).updatedAt }))).toEqual(at(2));
});

test('expects nothing of tasks without pending changes, nor of those of other teams', () => {
  begin(toDone);
  const other = sampleTask({ id: 'y' });
  noteConfirmed(other);
  expect(asExpected(other)).toBe(other);
  expect(expectedTask('y')).toBeUndefined();
  expect(pendingTaskIds('t')).toEqual(['x']);
  expect(pendingTaskIds('another')).toEqual([]);
});
