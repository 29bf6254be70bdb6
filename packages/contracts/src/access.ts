import { keyAccesses, memberRoles } from './enums.ts';

type MemberRole = (typeof memberRoles)[number];
type KeyAccess = (typeof keyAccesses)[number];

/** Team API keys as callers, by their access. */
export const keyCallers = { manage: 'key', tasks: 'tasks_key', read: 'read_key' } as const satisfies Record<
  KeyAccess,
  string
>;

/**
 * Who calls: an agent, a team API key by its access, a member of the team by role, a person outside the team, or the
 * web server itself.
 */
export type CallerKind = 'agent' | (typeof keyCallers)[KeyAccess] | MemberRole | 'user' | 'web';

const keys = ['key', 'tasks_key', 'read_key'] as const;

const writers = ['owner', 'admin', 'member'] as const;
const managers = ['owner', 'admin'] as const;

/**
 * Who may call an operation (docs/security.md, Roles and tenants). Decided before the target is read, so that an
 * error reveals nothing.
 */
const callersByAccess = {
  public: ['agent', ...keys, ...memberRoles, 'user', 'web'],
  web: ['web'],
  signedIn: [...memberRoles, 'user'],
  credential: ['agent', ...keys],
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

/** The kinds of caller that an access admits. */
export type CallersOf<Granted extends Access> = (typeof callersByAccess)[Granted][number];

/** Whether this kind of caller may call operations with this access. */
export const mayCall = (caller: CallerKind, access: Access): boolean =>
  (callersByAccess[access] as readonly CallerKind[]).includes(caller);

/** The least access of a key that may call operations with this access; undefined where none may. */
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
