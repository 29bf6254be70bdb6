import { memberRoles } from './enums.ts';

type MemberRole = (typeof memberRoles)[number];

/**
 * Who calls: an agent, a team API key, a member of the team by role, a person outside the team, or the web server
 * itself.
 */
export type CallerKind = 'agent' | 'key' | MemberRole | 'user' | 'web';

const writers = ['owner', 'admin', 'member'] as const;
const managers = ['owner', 'admin'] as const;

/**
 * Who may call an operation (docs/security.md, Roles and tenants). Decided before the target is read, so that an
 * error reveals nothing.
 */
const callersByAccess = {
  public: ['agent', 'key', ...memberRoles, 'user', 'web'],
  web: ['web'],
  signedIn: [...memberRoles, 'user'],
  credential: ['agent', 'key'],
  agent: ['agent'],
  read: ['agent', 'key', ...memberRoles],
  write: ['agent', 'key', ...writers],
  member: memberRoles,
  manage: ['key', ...managers],
  admin: managers,
} as const satisfies Record<string, readonly CallerKind[]>;

export type Access = keyof typeof callersByAccess;

/** The kinds of caller that an access admits. */
export type CallersOf<Granted extends Access> = (typeof callersByAccess)[Granted][number];

/** Whether this kind of caller may call operations with this access. */
export const mayCall = (caller: CallerKind, access: Access): boolean =>
  (callersByAccess[access] as readonly CallerKind[]).includes(caller);

/** Whether members with this role may create, change, move and comment on tasks. */
export const canWrite = (role: MemberRole): boolean => mayCall(role, 'write');

/** Whether members with this role may manage agents, projects, webhooks, API keys and members. */
export const canManage = (role: MemberRole): boolean => mayCall(role, 'manage');
