import type { Event } from '@crewboard/contracts';
import { expect, test } from 'vitest';
import { actorName } from '#domain/events/event-actor.ts';
import { descriptionChange, eventLabel, sentenceStart } from './event-labels.ts';

const names = {
  assignees: new Map([
    ['a1', 'Ada'],
    ['b1', 'Björn'],
    ['g1', 'Grace'],
  ]),
  projects: new Map([['p2', { name: 'Website' }]]),
  titleOf: (id: string) => (id === 't1' ? 'Plan' : undefined),
};

function event(type: Event['type'], changes: Event['changes'] = null): Event {
  return {
    id: '9-1',
    type,
    teamId: 't',
    subject: { type: 'task', id: 'x' },
    actor: { kind: 'member', id: 'u', name: 'Sofia' },
    requestId: null,
    snapshot: {},
    changes,
    createdAt: '2026-11-21T00:00:00.000Z',
  };
}

const change = (before: string | null, after: string | null) => ({ before, after });

const waiting = (before: string[], after: string[]) =>
  event('task.updated', { blockedBy: { before, after } });

const held = { status: change('in_progress', 'todo'), assignedAgentId: change('a1', null) };

test.each<[string, Event]>([
  ['created the task', event('task.created')],
  ['claimed it', event('task.claimed', { status: change('todo', 'in_progress') })],
  ['completed it', event('task.completed', { status: change('in_progress', 'done') })],
  ['claimed and completed it', event('task.completed', { status: change('todo', 'done') })],
  ['moved it from To do to Done', event('task.moved', { status: change('todo', 'done') })],
  [
    'moved it from In progress to To do and took it from Ada',
    event('task.moved', { status: change('in_progress', 'todo'), assignedAgentId: change('a1', null) }),
  ],
  ['assigned it to Ada', event('task.updated', { assignedAgentId: change(null, 'a1') })],
  ['handed it from Ada to Björn', event('task.updated', { assignedAgentId: change('a1', 'b1') })],
  ['assigned it to Grace', event('task.updated', { assignedMemberId: change(null, 'g1') })],
  [
    'handed it from Ada to Grace',
    event('task.updated', { assignedAgentId: change('a1', null), assignedMemberId: change(null, 'g1') }),
  ],
  [
    'moved it from To do to In progress and took it',
    event('task.moved', { status: change('todo', 'in_progress'), assignedMemberId: change(null, 'u') }),
  ],
  ['took it over from Grace', event('task.updated', { assignedMemberId: change('g1', 'u') })],
  ['took it from a former member', event('task.updated', { assignedMemberId: change('gone', null) })],
  ['moved it to the project Website', event('task.updated', { projectId: change('p1', 'p2') })],
  ['changed the priority from normal to high', event('task.updated', { priority: change('normal', 'high') })],
  ['renamed it from “Old” to “New”', event('task.updated', { title: change('Old', 'New') })],
  ['made it a sub-task of “Plan”', event('task.updated', { parentId: change(null, 't1') })],
  ['made it a sub-task of another task', event('task.updated', { parentId: change(null, 'gone') })],
  [
    'made it a sub-task of “Plan” instead of another task',
    event('task.updated', { parentId: change('gone', 't1') }),
  ],
  ['removed it from the sub-tasks of “Plan”', event('task.updated', { parentId: change('t1', null) })],
  ['set the external id to plan 7', event('task.updated', { externalId: change(null, 'plan 7') })],
  ['made it wait for “Plan”', waiting(['t0'], ['t0', 't1'])],
  ['made it wait for another task', waiting([], ['t2'])],
  ['made it wait for 2 more tasks', waiting([], ['t1', 't2'])],
  ['removed the dependency on “Plan”', waiting(['t1'], [])],
  ['removed 2 dependencies', waiting(['t1', 't2', 't3'], ['t3'])],
  ['changed what it waits for', waiting(['t1'], ['t2'])],
  ['is blocked: not all that it waits for is done', event('task.blocked')],
  ['is no longer blocked', event('task.unblocked')],
  [
    'is stale: it has been in the queue for too long',
    event('task.stale', { reason: change(null, 'queued') }),
  ],
  ['removed the description', event('task.updated', { description: change('x', null) })],
  ['changed it', event('task.updated', {})],
  ['failed it: no access', event('task.failed', { ...held, reason: change(null, 'no access') })],
  [
    'failed it, and it needs attention: no access',
    event('task.failed', {
      ...held,
      needsAttention: change(null, 'attempts_exhausted'),
      reason: change(null, 'no access'),
    }),
  ],
  ['released it from Ada', event('task.released', held)],
  ['released it from Ada: too large', event('task.released', { ...held, reason: change(null, 'too large') })],
  [
    'released it: too large',
    {
      ...event('task.released', { ...held, reason: change(null, 'too large') }),
      actor: { kind: 'agent', id: 'a1', name: 'Ada' },
    },
  ],
  [
    "released it from Ada: The agent's connection closed before the response; back in the queue",
    {
      ...event('task.released', { ...held, reason: change(null, 'undelivered') }),
      actor: { kind: 'system', id: null, name: null },
    },
  ],
  [
    'released it from Ada: undelivered',
    event('task.released', { ...held, reason: change(null, 'undelivered') }),
  ],
  [
    'released it for new attempts',
    event('task.released', { needsAttention: change('attempts_exhausted', null) }),
  ],
  ['ended', event('task.lease_expired', held)],
  [
    'ended, and the task needs attention',
    event('task.lease_expired', { ...held, needsAttention: change(null, 'attempts_exhausted') }),
  ],
])('%s', (label, given) => {
  expect(eventLabel(given, names)).toBe(label);
});

test('shows a description before and after', () => {
  const changed = event('task.updated', { description: change(null, 'New') });
  expect(descriptionChange(changed)).toEqual({ before: '', after: 'New' });
  expect(descriptionChange(event('task.updated', { result: change(null, 'Done') }))).toBeUndefined();
});

test('joins several changes with commas and "and"', () => {
  const changes = {
    title: change('Old', 'New'),
    priority: change('low', 'high'),
    dueDate: change('x', null),
  };
  expect(eventLabel(event('task.updated', changes), names)).toBe(
    'renamed it from “Old” to “New”, changed the priority from low to high and removed the due date',
  );
});

test('uses a general name for a deleted actor', () => {
  const gone = { ...event('task.created'), actor: { kind: 'agent', id: 'z', name: null } as const };
  expect(actorName(gone)).toBe('An agent');
});

test('the sentence about an expired lease begins with the lease, not with the service', () => {
  const expired = { ...event('task.lease_expired', held), actor: { kind: 'system', id: null, name: null } };
  expect(sentenceStart(expired as Event, names)).toBe('The lease of Ada');
  expect(sentenceStart(event('task.released', held), names)).toBe('Sofia');
});
