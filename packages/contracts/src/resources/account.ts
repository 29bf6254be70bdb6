import { z } from 'zod';
import { textBounds } from '../bounds/text-bounds.ts';
import { memberRoles } from '../enums.ts';
import { Id, Name, oneOf, PathId, Time, text } from '../schemas/values.ts';

export const MemberRole = oneOf(memberRoles).meta({ id: 'MemberRole' });
export type MemberRole = z.infer<typeof MemberRole>;

/** An e-mail address, kept in lower case. */
export const Email = z
  .email({ error: 'must be an e-mail address' })
  .max(254, { error: 'must have at most 254 characters' })
  .toLowerCase();

/** A new password: 8 to 200 characters. */
export const NewPassword = text(textBounds.password);

/** Longer user agents are cut. */
const maxUserAgentLength = 300;

/**
 * Only for the web server, which passes on the address of the client, its user agent and the device token from
 * its cookie.
 */
export const SignIn = z.strictObject({
  email: text({ max: 1000 }),
  password: z.string().max(1000),
  address: text({ max: 100 }),
  userAgent: z
    .string()
    .max(20_000)
    .transform((value) => value.replaceAll('\0', '').slice(0, maxUserAgentLength).toWellFormed())
    .optional(),
  device: z.string().max(1000).optional(),
});

export const SignedIn = z.strictObject({
  userId: Id,
  sessionId: Id,
  name: z.string(),
  email: z.string(),
  expiresAt: Time,
  /** For a cookie: a sign-in from this device is not limited by failed attempts from other devices. */
  device: z.string(),
});
export type SignedIn = z.infer<typeof SignedIn>;

export const TeamOfMine = z.strictObject({ id: Id, name: z.string(), role: MemberRole });
export type TeamOfMine = z.infer<typeof TeamOfMine>;

/** A deleted team that its owner can restore until it is gone. */
export const DeletedTeam = z.strictObject({ id: Id, name: z.string(), goneAt: Time });
export type DeletedTeam = z.infer<typeof DeletedTeam>;

/** The person behind a session, and their teams by name. */
export const Account = z.strictObject({
  id: Id,
  email: z.string(),
  name: z.string(),
  isOperator: z.boolean(),
  /** True for operators, and for all people with TEAM_CREATION=anyone. */
  canCreateTeams: z.boolean(),
  teams: z.array(TeamOfMine),
  /** Those that the person can restore, by name. */
  deletedTeams: z.array(DeletedTeam),
});
export type Account = z.infer<typeof Account>;

/** The name of the person in all their teams. */
export const UpdateAccount = z.strictObject({ name: Name });

/** A wrong current password is a VALIDATION_ERROR at `currentPassword`; too many of them: RATE_LIMITED. */
export const ChangePassword = z.strictObject({
  currentPassword: z.string().max(1000),
  newPassword: NewPassword,
});

/** What the person types to delete their account. Wrong: VALIDATION_ERROR at `password` or `email`. */
export const EraseAccount = z.strictObject({ email: Email, password: z.string().max(1000) });

/** A session of the caller that has not ended. An account has at most 100. */
export const AccountSession = z.strictObject({
  id: Id,
  createdAt: Time,
  /** To the minute. */
  lastActiveAt: Time,
  expiresAt: Time,
  /** The header User-Agent of the sign-in, at most 300 characters. */
  userAgent: z.string().nullable(),
  /** The address that the sign-in came from. */
  address: z.string().nullable(),
  /** The session of this call. */
  isCurrent: z.boolean(),
});
export type AccountSession = z.infer<typeof AccountSession>;

export const RevokeSession = z.strictObject({ sessionId: PathId });

/** How many sessions have been ended. */
export const RevokedSessions = z.strictObject({ count: z.int() });
export type RevokedSessions = z.infer<typeof RevokedSessions>;

export const CreateTeam = z.strictObject({ name: Name });
/** The name of the team, to confirm the deletion: another one is a VALIDATION_ERROR at `name`. */
export const DeleteTeam = z.strictObject({ teamId: PathId, name: text({ max: 1000 }) });
export const RestoreTeam = z.strictObject({ teamId: PathId });
export const CreatedTeam = z.strictObject({ teamId: Id, projectId: Id });
