import type { LoggedEvent, Task } from '@crewboard/contracts';

/** A task for tests. */
export function sampleTask(fields: Partial<Task> = {}): Task {
  return {
    id: 'x',
    title: 'A task',
    description: null,
    status: 'todo',
    priority: 'normal',
    assignedAgentId: null,
    assignedMemberId: null,
    projectId: 'p1',
    dueDate: null,
    notBefore: null,
    links: [],
    blockedBy: [],
    isBlocked: false,
    parentId: null,
    externalId: null,
    result: null,
    attempt: 0,
    leaseExpiresAt: null,
    needsAttention: null,
    rank: 'r1',
    version: 1,
    statusChangedAt: '2026-11-21T10:00:00.000Z',
    createdAt: '2026-11-21T10:00:00.000Z',
    updatedAt: '2026-11-21T10:00:00.000Z',
    archivedAt: null,
    ...fields,
  };
}

/** An event about that task. */
export function taskEvent(fields: Partial<LoggedEvent> = {}): LoggedEvent {
  return {
    id: 'e1',
    xid: '10',
    number: '1',
    type: 'task.updated',
    teamId: 't',
    subject: { type: 'task', id: 'x' },
    actor: { kind: 'agent', id: 'a1', name: 'Ada' },
    requestId: null,
    snapshot: sampleTask(),
    changes: null,
    createdAt: '2026-11-21T10:00:30.000Z',
    ...fields,
  };
}
