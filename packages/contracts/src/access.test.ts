import { describe, expect, it } from 'vitest';
import { canManage, canWrite, neededKeyAccess } from './access.ts';
import { visibleSubjects } from './event-visibility.ts';

const shared = ['task', 'agent', 'project', 'team'];
const all = [...shared, 'webhook', 'api_key', 'member', 'invitation'];

describe('the permissions of a role', () => {
  it.each([
    ['owner', true, true, all],
    ['admin', true, true, all],
    ['member', true, false, shared],
    ['viewer', false, false, shared],
  ] as const)('%s: writes %s, manages %s, and reads events of %s', (role, writes, manages, subjects) => {
    expect([canWrite(role), canManage(role)]).toEqual([writes, manages]);
    expect(visibleSubjects(role)).toEqual(subjects);
  });
});

it('agents read events of tasks and agents, team API keys also those of projects and webhooks', () => {
  expect(visibleSubjects('agent')).toEqual(['task', 'agent']);
  expect(visibleSubjects('key')).toEqual([...shared, 'webhook']);
  expect(visibleSubjects('tasks_key')).toEqual(shared);
  expect(visibleSubjects('read_key')).toEqual(shared);
});

it.each([
  ['public', 'read'],
  ['credential', 'read'],
  ['read', 'read'],
  ['write', 'tasks'],
  ['control', 'manage'],
  ['manage', 'manage'],
  ['admin', undefined],
  ['agent', undefined],
] as const)('operations with the access %s need a key with the access %s', (access, needed) => {
  expect(neededKeyAccess(access)).toBe(needed);
});

it('callers outside the team read no events', () => {
  expect(visibleSubjects('user')).toEqual([]);
  expect(visibleSubjects('web')).toEqual([]);
});
