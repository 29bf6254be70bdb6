import type { Event, EventType } from '@crewboard/contracts';
import { expect, test } from 'vitest';
import { actorName } from '../../lib/event-actor.ts';
import { sentenceOf } from './event-sentence.ts';
import { typeNames } from './event-types.ts';

function event(type: EventType, changes: Event['changes'] = null, snapshot: Event['snapshot'] = {}): Event {
  return {
    id: '9-1',
    type,
    teamId: 't',
    subject: { type: type.split('.')[0] as Event['subject']['type'], id: 'x' },
    actor: { kind: 'member', id: 'u', name: 'Sofia' },
    requestId: null,
    snapshot: { title: 'Fix the login', ...snapshot },
    changes,
    createdAt: '2026-11-21T00:00:00.000Z',
  };
}

const change = (before: string | null, after: string | null) => ({ before, after });
const words = (given: Event) => {
  const { verb, subject, rest } = sentenceOf(given);
  return `${verb} ${subject} ${rest}`.trim();
};

test.each<[string, Event]>([
  ['claimed “Fix the login”', event('task.claimed')],
  ['claimed and completed “Fix the login”', event('task.completed', { status: change('todo', 'done') })],
  [
    'moved “Fix the login” from To do to Done',
    event('task.moved', { status: change('todo', 'done'), assignedAgentId: change('a', null) }),
  ],
  ['changed the priority of “Fix the login”', event('task.updated', { priority: change('low', 'high') })],
  [
    'changed the title, the assignee and the project of “Fix the login”',
    event('task.updated', {
      title: change('a', 'b'),
      assignedAgentId: change(null, 'a1'),
      projectId: change('p', 'q'),
    }),
  ],
  ['changed something of “Fix the login”', event('task.updated')],
  [
    'rotated the token of the agent “Ada”',
    event('agent.token_rotated', null, { title: undefined, name: 'Ada' }),
  ],
  ['added a member as admin', event('member.added', null, { title: undefined, role: 'admin' })],
])('%s', (expected, given) => {
  expect(words(given)).toBe(expected);
});

test('there are words for every type', () => {
  for (const type of Object.keys(typeNames) as EventType[])
    expect(sentenceOf(event(type)).verb).toMatch(/^[a-z]/);
});

test('who is gone is still somebody, and the service has a name', () => {
  expect(actorName({ actor: { kind: 'agent', id: 'z', name: null } })).toBe('An agent');
  expect(actorName({ actor: { kind: 'system', id: null, name: null } })).toBe('Service');
});
