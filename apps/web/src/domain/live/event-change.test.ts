import type { LoggedEvent } from '@crewboard/contracts';
import { expect, test } from 'vitest';
import { sampleTask, taskEvent } from '#domain/board/store/testing/sample-task.ts';
import { toLoggedChange, toLoggedDeletion } from './event-change.ts';

test('a change has the task before and after, and the transaction that wrote it', () => {
  const after = sampleTask({ status: 'in_progress', assignedAgentId: 'a1' });
  const changes = {
    status: { before: 'todo', after: 'in_progress' },
    assignedAgentId: { before: null, after: 'a1' },
  };
  expect(toLoggedChange(taskEvent({ xid: '812', type: 'task.claimed', snapshot: after, changes }))).toEqual({
    teamId: 't',
    xid: 812n,
    before: { ...after, status: 'todo', assignedAgentId: null },
    after,
    commentCount: undefined,
  });
});

test('a created task has no state before', () => {
  const task = sampleTask();
  expect(toLoggedChange(taskEvent({ type: 'task.created', snapshot: task }))).toMatchObject({
    before: null,
    after: task,
  });
});

test('a comment changes only the number of comments', () => {
  const changes = { comment: { before: null, after: { id: 'c', number: 3 } } };
  const change = toLoggedChange(taskEvent({ type: 'task.commented', changes }));
  expect(change).toMatchObject({ commentCount: 3, before: sampleTask(), after: sampleTask() });
  expect(change?.before).not.toHaveProperty('comment');
});

test('leaves out texts that the event only references', () => {
  const snapshot = { ...sampleTask(), description: { textVersion: 2, bytes: 4_000 } };
  expect(toLoggedChange(taskEvent({ snapshot }))?.after).not.toHaveProperty('description');
});

test('a deletion has the project and the status of the task, and is not a change', () => {
  const changes = { projectId: { before: 'p', after: null }, status: { before: 'done', after: null } };
  const event = taskEvent({ xid: '9', type: 'task.deleted', snapshot: { id: 'task' }, changes });
  expect(toLoggedChange(event)).toBeNull();
  expect(toLoggedDeletion(event)).toEqual({
    ...{ teamId: 't', xid: 9n, taskId: event.subject.id, before: { projectId: 'p', status: 'done' } },
  });
  expect(toLoggedDeletion({ ...event, changes: null })?.before).toBeNull();
  expect(toLoggedDeletion(taskEvent({ type: 'task.updated' }))).toBeNull();
});

test('returns null for agents', () => {
  const agent: LoggedEvent = {
    ...taskEvent({ type: 'agent.updated' }),
    subject: { type: 'agent', id: 'a1' },
  };
  expect(toLoggedChange(agent)).toBeNull();
});
