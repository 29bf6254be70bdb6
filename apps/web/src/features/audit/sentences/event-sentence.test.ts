import type { Event, EventType } from '@crewboard/contracts';
import { expect, test } from 'vitest';
import { actorName } from '#domain/events/event-actor.ts';
import { typeNames } from '#domain/events/event-types.ts';
import { sentenceOf } from './event-sentence.ts';

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
  const { verb, subject, rest } = sentenceOf(given, new Map([['a1', 'Ada']]));
  return `${verb} ${subject} ${rest}`.trim();
};

test.each<[string, Event]>([
  ['claimed “Fix the login”', event('task.claimed')],
  ['claimed and completed “Fix the login”', event('task.completed', { status: change('todo', 'done') })],
  [
    'moved “Fix the login” from To do to Done',
    event('task.moved', { status: change('todo', 'done'), assignedAgentId: change('a', null) }),
  ],
  ['marked “Fix the login” as blocked', event('task.blocked')],
  ['marked “Fix the login” as no longer blocked', event('task.unblocked')],
  ['marked “Fix the login” as stale', event('task.stale', { reason: change(null, 'queued') })],
  [
    'changed the dependencies of “Fix the login”',
    event('task.updated', { blockedBy: { before: [], after: ['t1'] } }),
  ],
  ['changed the priority of “Fix the login”', event('task.updated', { priority: change('low', 'high') })],
  [
    'changed the title, the assignee and the project of “Fix the login” (assignee from nobody to Ada)',
    event('task.updated', {
      title: change('a', 'b'),
      assignedAgentId: change(null, 'a1'),
      projectId: change('p', 'q'),
    }),
  ],
  [
    'changed the assignee of “Fix the login” from Ada to an agent',
    event('task.updated', { assignedAgentId: change('a1', 'unknown') }),
  ],
  [
    'changed the assignee of “Fix the login” from Ada to nobody',
    event('task.updated', { assignedAgentId: change('a1', null) }),
  ],
  [
    'warned that the token of the agent “Ada” expires in 14 days',
    event('agent.token_expiring', { expiresInDays: { before: null, after: 14 } }, { title: 'Ada' }),
  ],
  [
    'warned that the API key “CI” expires within a day',
    event('api_key.expiring', { expiresInDays: { before: null, after: 1 } }, { title: 'CI' }),
  ],
  ['changed something of “Fix the login”', event('task.updated')],
  [
    'failed “Fix the login” (no access)',
    event('task.failed', { assignedAgentId: change('a1', null), reason: change(null, 'no access') }),
  ],
  [
    'failed “Fix the login” (no access; it needs attention)',
    event('task.failed', {
      needsAttention: change(null, 'attempts_exhausted'),
      reason: change(null, 'no access'),
    }),
  ],
  ['released “Fix the login” from Ada', event('task.released', { assignedAgentId: change('a1', null) })],
  [
    'released “Fix the login” from Ada (too large)',
    event('task.released', { assignedAgentId: change('a1', null), reason: change(null, 'too large') }),
  ],
  [
    'ended the lease of Ada on “Fix the login”',
    event('task.lease_expired', { assignedAgentId: change('a1', null) }),
  ],
  [
    'ended the lease of Ada on “Fix the login” (it needs attention)',
    event('task.lease_expired', {
      assignedAgentId: change('a1', null),
      needsAttention: change(null, 'attempts_exhausted'),
    }),
  ],
  [
    'rotated the token of the agent “Ada”',
    event('agent.token_rotated', null, { title: undefined, name: 'Ada' }),
  ],
  // From before events of members contained a name.
  ['added a member as admin', event('member.added', null, { title: undefined, role: 'admin' })],
  ['added “Ada” as admin', event('member.added', null, { title: undefined, name: 'Ada', role: 'admin' })],
  [
    'changed the role of “Ada” from admin to viewer',
    event('member.role_changed', { role: change('admin', 'viewer') }, { title: undefined, name: 'Ada' }),
  ],
])('%s', (expected, given) => {
  expect(words(given)).toBe(expected);
});

const person = { title: undefined, userId: 'x', teamId: 't', role: 'member', name: 'Ada' };
const byThemselves = (given: Event): Event => ({ ...given, actor: { kind: 'member', id: 'x', name: 'Ada' } });
const byService = (given: Event): Event => ({ ...given, actor: { kind: 'system', id: null, name: null } });

test.each<[string, Event]>([
  ['added “Ada” as member', event('member.added', null, person)],
  ['joined the team as member', byThemselves(event('member.added', null, person))],
  [
    'changed the role of “Ada” from admin to member',
    event('member.role_changed', { role: change('admin', 'member') }, person),
  ],
  [
    'changed their own role from admin to member',
    byThemselves(event('member.role_changed', { role: change('admin', 'member') }, person)),
  ],
  ['removed “Ada” (member)', event('member.removed', null, person)],
  [
    "released “Fix the login” from Ada (The agent's connection closed before the response; back in the queue)",
    byService(
      event('task.released', { assignedAgentId: change('a1', null), reason: change(null, 'undelivered') }),
    ),
  ],
  ['removed “Ada” (member)', byService(event('member.removed', null, person))],
  ['left the team (member)', byThemselves(event('member.removed', null, person))],
  [
    'changed their own name from “Eva” to “Ada”',
    byThemselves(event('member.updated', { name: change('Eva', 'Ada') }, person)),
  ],
  ['changed their own password', byThemselves(event('member.password_changed', null, person))],
  ['reset the password of “Ada”', byService(event('member.password_reset', null, person))],
  ['signed in on a new device', byThemselves(event('member.signed_in_on_new_device', null, person))],
])('%s', (expected, given) => {
  expect(words(given)).toBe(expected);
});

const webhook = {
  title: undefined,
  url: 'https://hooks.example.com/crew?key=secret',
  disabledReason: 'gone',
};
const turned = (enabled: boolean) => ({ enabled: { before: !enabled, after: enabled } });

test.each<[string, EventType, Event['changes']?]>([
  ['created the webhook “hooks.example.com/crew”', 'webhook.created'],
  [
    'changed the URL and the event types of the webhook “hooks.example.com/crew”',
    'webhook.updated',
    { url: change('a', 'b'), eventTypes: { before: ['*'], after: ['task.created'] } },
  ],
  ['enabled the webhook “hooks.example.com/crew”', 'webhook.updated', turned(true)],
  [
    'disabled the webhook “hooks.example.com/crew” and changed the description',
    'webhook.updated',
    { ...turned(false), disabledReason: change(null, 'switched_off'), description: change(null, 'Old') },
  ],
  [
    'disabled the webhook “hooks.example.com/crew” because the receiver responded with 410 Gone',
    'webhook.disabled',
    { ...turned(false), disabledReason: change(null, 'gone') },
  ],
  ['deleted the webhook “hooks.example.com/crew”', 'webhook.deleted'],
  ['rotated the secret of the webhook “hooks.example.com/crew”', 'webhook.secret_rotated'],
  ['sent a test to the webhook “hooks.example.com/crew”', 'webhook.tested'],
  [
    'sent a delivery again to the webhook “hooks.example.com/crew”',
    'webhook.redelivered',
    { delivery: change(null, 'd1') },
  ],
])('%s', (expected, type, changes = null) => {
  expect(words(event(type, changes, webhook))).toBe(expected);
});

test("a recovery states its start in UTC, independent of the machine's time zone", () => {
  const changes = { since: change(null, '2026-11-20T09:30:00.000Z') };
  expect(words(event('webhook.recovered', changes, webhook))).toMatch(
    /^recovered the deliveries to the webhook “.*” since Nov 20, 2026(,| at) 9:30:00\sAM UTC$/,
  );
});

test('has a sentence for every event type', () => {
  for (const type of Object.keys(typeNames) as EventType[])
    expect(sentenceOf(event(type), new Map()).verb).toMatch(/^[a-z]/);
});

test('uses general names for a deleted actor and for the service', () => {
  expect(actorName({ actor: { kind: 'agent', id: 'z', name: null } })).toBe('An agent');
  expect(actorName({ actor: { kind: 'system', id: null, name: null } })).toBe('Service');
});
