import type { ErrorCode, KeyAccess, MemberRole, Problem } from '@crewboard/contracts';
import { expect } from 'vitest';

export type Caller =
  | MemberRole
  | 'demoted admin'
  | 'removed member'
  | 'operator'
  | 'outsider'
  | 'nobody'
  | 'ended session'
  | 'web server'
  | 'agent'
  | 'other agent'
  | 'key'
  | 'tasks key'
  | 'read key';
/** The other agent is in the same team, and holds no task. */
export const callers: Caller[] = [
  ...(['owner', 'admin', 'member', 'viewer', 'demoted admin', 'removed member'] as const),
  ...(['operator', 'outsider', 'nobody', 'ended session', 'web server', 'agent', 'other agent'] as const),
  ...(['key', 'tasks key', 'read key'] as const),
];

/** One caller for each set of rights, for what does not depend on how the caller got or lost them. */
export const callersByRights: Caller[] = [
  ...(['owner', 'admin', 'member', 'viewer', 'outsider', 'nobody', 'agent'] as const),
  ...(['key', 'tasks key', 'read key'] as const),
];

/** A member whose session began while they had another role. */
const members: Caller[] = ['owner', 'admin', 'member', 'viewer', 'demoted admin'];
const writingMembers: Caller[] = ['owner', 'admin', 'member', 'demoted admin'];
const managingMembers: Caller[] = ['owner', 'admin'];
const agents: Caller[] = ['agent', 'other agent'];
const keys: Caller[] = ['key', 'tasks key', 'read key'];
const people: Caller[] = [...members, 'removed member', 'operator', 'outsider'];

type Rule = {
  callers: Caller[];
  /** The access that the error of a key names; absent if no key may call. */
  neededKeyAccess?: KeyAccess;
  /** The code of the error of agents, where it is not FORBIDDEN. */
  agentError?: ErrorCode;
  /** The code of the error of members and keys, where it is not FORBIDDEN. */
  otherError?: ErrorCode;
};

const read: Rule = { callers: [...members, ...agents, ...keys], neededKeyAccess: 'read' };
const write: Rule = {
  callers: [...writingMembers, ...agents, 'key', 'tasks key'],
  neededKeyAccess: 'tasks',
};
const agentsOnly: Rule = { callers: agents, otherError: 'AGENT_TOKEN_REQUIRED' };
const noAgents = { agentError: 'TEAM_API_KEY_REQUIRED' } as const;
/** Archives and restores tasks. */
const organize: Rule = {
  ...noAgents,
  callers: [...writingMembers, 'key', 'tasks key'],
  neededKeyAccess: 'tasks',
};
/** Pauses and resumes. */
const control: Rule = { ...noAgents, callers: [...writingMembers, 'key'], neededKeyAccess: 'manage' };
const manage: Rule = { ...noAgents, callers: [...managingMembers, 'key'], neededKeyAccess: 'manage' };
const adminsOnly: Rule = { callers: managingMembers };
const ownersOnly: Rule = { callers: ['owner'] };
const membersOnly: Rule = { callers: members };
const credentialsOnly: Rule = { callers: [...agents, ...keys] };
const signedIn: Rule = { callers: people };
/** An operator who is in no team. */
const operatorsOnly: Rule = { callers: ['operator'] };
const webServerOnly: Rule = { callers: ['web server'] };
/** Accepts every caller, and rejects only an invalid credential. */
const everyone: Rule = { callers: callers.filter((caller) => caller !== 'ended session') };

/**
 * Who may call each operation, over every transport (docs/security.md, Roles and tenants). Written down apart from
 * the service, which has rules of its own to compare with. A test fails for an operation without a row.
 */
export const ruleById: Record<string, Rule> = {
  'tasks.list': read,
  'tasks.get': read,
  'tasks.create': write,
  'tasks.createMany': write,
  'tasks.update': write,
  'tasks.move': write,
  'tasks.archive': organize,
  'tasks.restore': organize,
  'tasks.delete': adminsOnly,
  'tasks.archived': read,
  'tasks.updateIfUnchanged': write,
  'tasks.moveIfUnchanged': write,
  'tasks.claim': agentsOnly,
  'tasks.claimNext': agentsOnly,
  'tasks.heartbeat': agentsOnly,
  'tasks.complete': agentsOnly,
  'tasks.fail': agentsOnly,
  'tasks.release': write,
  'tasks.attempts': read,
  'tasks.releaseAll': manage,
  'tasks.attemptPage': read,
  'tasks.dependencies': read,
  'tasks.hierarchy': read,
  'agents.list': read,
  'agents.get': read,
  'agents.overviews': read,
  'agents.summaries': read,
  'agents.create': manage,
  'agents.update': manage,
  'agents.rotateToken': manage,
  'agents.pause': control,
  'agents.resume': control,
  'projects.list': read,
  'projects.delete': adminsOnly,
  'projects.page': read,
  'projects.summaries': read,
  'projects.get': read,
  'projects.create': manage,
  'projects.update': manage,
  'projects.archive': manage,
  'projects.restore': manage,
  'projects.pause': control,
  'projects.resume': control,
  'comments.list': read,
  'comments.get': read,
  'comments.create': write,
  'agents.completions': read,
  'agents.failures': read,
  'webhooks.list': manage,
  'webhooks.get': manage,
  'webhooks.create': manage,
  'webhooks.update': manage,
  'webhooks.delete': manage,
  'webhooks.rotateSecret': manage,
  'webhooks.test': manage,
  'webhooks.recover': manage,
  'webhooks.deliveries': manage,
  'webhooks.delivery': manage,
  'webhooks.hold': manage,
  'webhooks.redeliver': manage,
  'events.list': read,
  'events.listForTask': read,
  'events.history': read,
  'events.follow': read,
  'events.end': read,
  'events.activity': read,
  'events.audit': adminsOnly,
  'board.column': read,
  'board.counts': read,
  'attention.get': read,
  'attention.tasks': read,
  'apiKeys.list': adminsOnly,
  'apiKeys.create': adminsOnly,
  'apiKeys.revoke': adminsOnly,
  'teams.me': credentialsOnly,
  'teams.get': read,
  'teams.pause': control,
  'teams.resume': control,
  'teams.delete': ownersOnly,
  'teams.restore': signedIn,
  'teams.create': operatorsOnly,
  'accounts.me': signedIn,
  'accounts.signOut': signedIn,
  'accounts.signIn': webServerOnly,
  'accounts.update': signedIn,
  'accounts.changePassword': signedIn,
  'accounts.erase': signedIn,
  'accounts.sessions': signedIn,
  'accounts.revokeSession': signedIn,
  'accounts.revokeOtherSessions': signedIn,
  'invitations.list': adminsOnly,
  'invitations.create': adminsOnly,
  'invitations.revoke': adminsOnly,
  'invitations.lookUp': webServerOnly,
  'invitations.accept': webServerOnly,
  'invitations.join': signedIn,
  'members.list': read,
  'members.names': read,
  'members.page': adminsOnly,
  'members.setRole': adminsOnly,
  'members.remove': adminsOnly,
  'members.leave': membersOnly,
  'system.status': everyone,
  'system.backups': signedIn,
};

export type CallError = {
  status: number;
  code: ErrorCode;
  /** A part of the detail, where the caller has to learn what would be needed. */
  names?: string;
};

const statusOf: Partial<Record<ErrorCode, number>> = { UNAUTHENTICATED: 401, NOT_FOUND: 404 };

/** Undefined if the caller may call the operation about things of their own team. */
export function errorOf(id: string, caller: Caller): CallError | undefined {
  const rule = ruleOf(id);
  if (rule.callers.includes(caller)) return undefined;
  const code = errorCodeOf(id, rule, caller);
  return { status: statusOf[code] ?? 403, code, names: namedIn(rule, caller, code) };
}

/** What the caller gets for a thing that does not exist, or not for them: their own error, or NOT_FOUND. */
export const errorElsewhereOf = (id: string, caller: Caller): CallError =>
  errorOf(id, caller) ?? { status: 404, code: 'NOT_FOUND' };

/** Expects exactly this error, whose detail names what the caller would need. */
export function expectCallError(
  { status, problem }: { status: number; problem: Problem | undefined },
  expected: CallError | undefined,
): void {
  expect({ status, code: problem?.code }, problem?.detail).toEqual({
    status: expected?.status,
    code: expected?.code,
  });
  if (expected?.names) expect(problem?.detail).toContain(expected.names);
}

function ruleOf(id: string): Rule {
  const rule = ruleById[id];
  if (!rule) throw new Error(`Say in the table of support/who-may-call.ts who may call ${id}`);
  return rule;
}

function errorCodeOf(id: string, rule: Rule, caller: Caller): ErrorCode {
  if (['nobody', 'ended session', 'web server'].includes(caller)) return 'UNAUTHENTICATED';
  // Teams are made outside of any team.
  if (id === 'teams.create') return 'FORBIDDEN';
  if (['outsider', 'operator', 'removed member'].includes(caller)) return 'NOT_FOUND';
  return (agents.includes(caller) ? rule.agentError : rule.otherError) ?? 'FORBIDDEN';
}

const accessOf: Partial<Record<Caller, KeyAccess>> = {
  key: 'manage',
  'tasks key': 'tasks',
  'read key': 'read',
};

function namedIn(rule: Rule, caller: Caller, code: ErrorCode): string | undefined {
  if (code === 'AGENT_TOKEN_REQUIRED') return 'agent token (cb_agent_';
  if (code === 'TEAM_API_KEY_REQUIRED') return 'team API key (cb_team_';
  if (code !== 'FORBIDDEN') return undefined;
  if (keys.includes(caller) && rule.neededKeyAccess)
    return `the access "${accessOf[caller]}", and this needs a key with the access "${rule.neededKeyAccess}"`;
  const mayMembers = rule.callers.some((one) => managingMembers.includes(one));
  if (members.includes(caller) && mayMembers)
    return `Your role (${caller === 'demoted admin' ? 'member' : caller}) does not allow this`;
  return undefined;
}
