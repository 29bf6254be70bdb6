import { keyAccesses, memberRoles } from './enums.ts';

type MemberRole = (typeof memberRoles)[number];
type KeyAccess = (typeof keyAccesses)[number];

/** The kind of caller of a team API key, by the access of the key. */
export const keyCallers = { manage: 'key', tasks: 'tasks_key', read: 'read_key' } as const satisfies Record<
  KeyAccess,
  string
>;

/**
 * Who calls: an agent, a team API key by its access, a member of the team by role, a signed-in person who is no member
 * (`user`), or the web server without a session (`web`).
 */
export type CallerKind = 'agent' | (typeof keyCallers)[KeyAccess] | MemberRole | 'user' | 'web';

const keys = ['key', 'tasks_key', 'read_key'] as const;

const writers = ['owner', 'admin', 'member'] as const;
const managers = ['owner', 'admin'] as const;

/**
 * The callers that each access admits (docs/security.md, Roles and tenants). It is checked before the target of a call
 * is read, so that the error of a denied call does not reveal whether the target exists.
 */
const callersByAccess = {
  public: ['agent', ...keys, ...memberRoles, 'user', 'web'],
  signedOut: ['web'],
  signedIn: [...memberRoles, 'user'],
  agentOrKey: ['agent', ...keys],
  agent: ['agent'],
  read: ['agent', ...keys, ...memberRoles],
  write: ['agent', 'key', 'tasks_key', ...writers],
  member: memberRoles,
  organize: ['key', 'tasks_key', ...writers],
  control: ['key', ...writers],
  manage: ['key', ...managers],
  admin: managers,
  owner: ['owner'],
} as const satisfies Record<string, readonly CallerKind[]>;

export type Access = keyof typeof callersByAccess;

export type CallersOf<Granted extends Access> = (typeof callersByAccess)[Granted][number];

export const mayCall = (caller: CallerKind, access: Access): boolean =>
  (callersByAccess[access] as readonly CallerKind[]).includes(caller);

/** The lowest access with which a key may call operations with this access; undefined if no key may. */
export const neededKeyAccess = (access: Access): KeyAccess | undefined =>
  keyAccesses.findLast((keyAccess) => mayCall(keyCallers[keyAccess], access));

/** Whether members with this role may create, change, move and comment on tasks. */
export const canWrite = (role: MemberRole): boolean => mayCall(role, 'write');

/** Whether members with this role may manage agents, projects, webhooks, API keys and members. */
export const canManage = (role: MemberRole): boolean => mayCall(role, 'manage');

/** Whether members with this role may pause and resume agents, projects and the team. */
export const canPause = (role: MemberRole): boolean => mayCall(role, 'control');

/** Whether members with this role may delete tasks and projects for good. */
export const canDelete = (role: MemberRole): boolean => mayCall(role, 'admin');
