import type { LoggedEvent } from '@crewboard/contracts';
import { expect, test } from 'vitest';
import { sampleTask, taskEvent } from '#domain/board/testing/sample-task.ts';
import { taskOf, toLoggedChange } from './event-change.ts';

test('a change has the task before and after, and the transaction that wrote it', () => {
  const after = sampleTask({ status: 'in_progress', assignedAgentId: 'a1' });
  const changes = {
    status: { before: 'todo', after: 'in_progress' },
    assignedAgentId: { before: null, after: 'a1' },
  };
  expect(toLoggedChange(taskEvent({ xid: '812', type: 'task.claimed', snapshot: after, changes }))).toEqual({
    teamId: 't',
    xid: 812n,
    change: { before: { ...after, status: 'todo', assignedAgentId: null }, after },
  });
});

test('a created task has no state before', () => {
  const task = sampleTask();
  expect(toLoggedChange(taskEvent({ type: 'task.created', snapshot: task }))?.change).toEqual({
    before: null,
    after: task,
  });
});

test('returns null for comments and for agents', () => {
  expect(toLoggedChange(taskEvent({ type: 'task.commented' }))).toBeNull();
  const agent: LoggedEvent = {
    ...taskEvent({ type: 'agent.updated' }),
    subject: { type: 'agent', id: 'a1' },
  };
  expect(toLoggedChange(agent)).toBeNull();
  expect(taskOf(agent)).toBeNull();
});
