import { describe, expect, it } from 'vitest';
import { type Access, type CallerKind, canManage, canWrite, mayCall, neededKeyAccess } from './access.ts';
import { visibleSubjects } from './events/event-visibility.ts';

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

const kinds: CallerKind[] = [
  'agent',
  'key',
  'tasks_key',
  'read_key',
  'owner',
  'admin',
  'member',
  'viewer',
  'user',
  'web',
];
const keys: CallerKind[] = ['key', 'tasks_key', 'read_key'];

it.each<[Access, CallerKind[]]>([
  ['public', kinds],
  ['signedOut', ['web']],
  ['signedIn', ['owner', 'admin', 'member', 'viewer', 'user']],
  ['agentOrKey', ['agent', ...keys]],
  ['agent', ['agent']],
  ['read', ['agent', ...keys, 'owner', 'admin', 'member', 'viewer']],
  ['write', ['agent', 'key', 'tasks_key', 'owner', 'admin', 'member']],
  ['member', ['owner', 'admin', 'member', 'viewer']],
  ['organize', ['key', 'tasks_key', 'owner', 'admin', 'member']],
  ['control', ['key', 'owner', 'admin', 'member']],
  ['manage', ['key', 'owner', 'admin']],
  ['admin', ['owner', 'admin']],
  ['owner', ['owner']],
])('the access %s admits %s', (access, callers) => {
  expect(kinds.filter((kind) => mayCall(kind, access))).toEqual(callers);
});

it.each([
  ['public', 'read'],
  ['agentOrKey', 'read'],
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
