import type { MemberRole } from '@crewboard/contracts';

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
  | 'key'
  | 'tasks key'
  | 'read key';
export const callers: Caller[] = [
  ...(['owner', 'admin', 'member', 'viewer', 'demoted admin', 'removed member'] as const),
  ...(['operator', 'outsider', 'nobody', 'ended session', 'web server', 'agent', 'key'] as const),
  ...(['tasks key', 'read key'] as const),
];

/** A member whose session began while they had another role. */
const members: Caller[] = ['owner', 'admin', 'member', 'viewer', 'demoted admin'];
const credentials: Caller[] = ['agent', 'key', 'tasks key', 'read key'];
const readers: Caller[] = [...members, ...credentials];
const writers: Caller[] = ['owner', 'admin', 'member', 'demoted admin', 'agent', 'key', 'tasks key'];
export const managers: Caller[] = ['owner', 'admin', 'key'];
/** Who archives and restores tasks. */
export const organizers: Caller[] = ['owner', 'admin', 'member', 'demoted admin', 'key', 'tasks key'];
/** Who pauses and resumes. */
export const controllers: Caller[] = ['owner', 'admin', 'member', 'demoted admin', 'key'];
const admins: Caller[] = ['owner', 'admin'];
/** An operator who is in no team, and callers of other kinds. */
const operators: Caller[] = ['operator'];
const people: Caller[] = [...members, 'removed member', 'operator', 'outsider'];

/** The permitted callers of each procedure, as decided for the product. A test fails for a procedure without a row. */
export const mayCall: Record<string, Caller[]> = {
  'tasks.list': readers,
  'tasks.get': readers,
  'tasks.create': writers,
  'tasks.update': writers,
  'tasks.move': writers,
  'tasks.archive': organizers,
  'tasks.restore': organizers,
  'tasks.archived': readers,
  'tasks.updateIfUnchanged': writers,
  'tasks.moveIfUnchanged': writers,
  'tasks.claim': ['agent'],
  'tasks.claimNext': ['agent'],
  'tasks.heartbeat': ['agent'],
  'tasks.complete': ['agent'],
  'tasks.release': writers,
  'tasks.attempts': readers,
  'tasks.releaseAll': managers,
  'tasks.attemptPage': readers,
  'agents.list': readers,
  'agents.get': readers,
  'agents.overviews': readers,
  'agents.summaries': readers,
  'agents.create': managers,
  'agents.update': managers,
  'agents.rotateToken': managers,
  'agents.pause': controllers,
  'agents.resume': controllers,
  'projects.list': readers,
  'projects.page': readers,
  'projects.summaries': readers,
  'projects.get': readers,
  'projects.create': managers,
  'projects.update': managers,
  'projects.archive': managers,
  'projects.restore': managers,
  'projects.pause': controllers,
  'projects.resume': controllers,
  'comments.list': readers,
  'comments.get': readers,
  'comments.create': writers,
  'agents.completions': readers,
  'webhooks.list': managers,
  'webhooks.get': managers,
  'webhooks.create': managers,
  'webhooks.update': managers,
  'webhooks.delete': managers,
  'webhooks.rotateSecret': managers,
  'webhooks.test': managers,
  'webhooks.recover': managers,
  'webhooks.deliveries': managers,
  'webhooks.delivery': managers,
  'webhooks.redeliver': managers,
  'events.list': readers,
  'events.listForTask': readers,
  'events.history': readers,
  'events.follow': readers,
  'events.end': readers,
  'events.activity': readers,
  'events.audit': admins,
  'board.column': readers,
  'board.counts': readers,
  'apiKeys.list': admins,
  'apiKeys.create': admins,
  'apiKeys.revoke': admins,
  'teams.me': credentials,
  'teams.get': readers,
  'teams.pause': controllers,
  'teams.resume': controllers,
  'teams.create': operators,
  'accounts.me': people,
  'accounts.signOut': people,
  'accounts.signIn': ['web server'],
  'accounts.update': people,
  'accounts.changePassword': people,
  'accounts.sessions': people,
  'accounts.revokeSession': people,
  'accounts.revokeOtherSessions': people,
  'invitations.list': admins,
  'invitations.create': admins,
  'invitations.revoke': admins,
  'invitations.lookUp': ['web server'],
  'invitations.accept': ['web server'],
  'invitations.join': people,
  'members.list': readers,
  'members.names': readers,
  'members.page': admins,
  'members.setRole': admins,
  'members.remove': admins,
  'members.leave': members,
  // Public operations accept every caller, and reject only an invalid credential.
  'system.status': callers.filter((caller) => caller !== 'ended session'),
};
