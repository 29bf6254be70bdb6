import { z } from 'zod';
import { textBounds } from '../bounds/text-bounds.ts';
import { Email, Id, Name, PathId, Time, text } from '../schemas/values.ts';
import { MemberRole } from './member.ts';

/** A new password: 8 to 200 characters. */
export const NewPassword = text(textBounds.password);

/** The rest of a longer user agent is cut off. */
const maxUserAgentLength = 300;

/**
 * For the web server only, which passes on what it knows of the browser: its address, its user agent and the token from
 * its cookie (`device`, of an earlier `SignedIn`). A malformed `email` is UNAUTHENTICATED, like an unknown one.
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

/** The session that a sign-in has created. */
export const SignedIn = z.strictObject({
  userId: Id,
  sessionId: Id,
  name: z.string(),
  email: z.string(),
  expiresAt: Time,
  /** A token for a cookie of the browser. Failed sign-ins on other devices do not block a sign-in with it. */
  device: z.string(),
});
export type SignedIn = z.infer<typeof SignedIn>;

/** A team of the caller, with the role of the caller in it. */
export const TeamOfMine = z.strictObject({ id: Id, name: z.string(), role: MemberRole });
export type TeamOfMine = z.infer<typeof TeamOfMine>;

/** A deleted team, which its owner can restore until `goneAt`: then its rows are deleted as well. */
export const DeletedTeam = z.strictObject({ id: Id, name: z.string(), goneAt: Time });
export type DeletedTeam = z.infer<typeof DeletedTeam>;

/** The person of a session, and their teams in the order of the names. */
export const Account = z.strictObject({
  id: Id,
  email: z.string(),
  name: z.string(),
  isOperator: z.boolean(),
  /** True for operators, and for all people with TEAM_CREATION=anyone. */
  canCreateTeams: z.boolean(),
  teams: z.array(TeamOfMine),
  /** The deleted teams that the person can restore, in the order of the names. */
  deletedTeams: z.array(DeletedTeam),
});
export type Account = z.infer<typeof Account>;

/** The name that the person has in all their teams. */
export const UpdateAccount = z.strictObject({ name: Name });

/** A wrong current password: VALIDATION_ERROR at `currentPassword`, and RATE_LIMITED after too many. */
export const ChangePassword = z.strictObject({
  currentPassword: z.string().max(1000),
  newPassword: NewPassword,
});

/** The confirmation to delete an account. A wrong value: VALIDATION_ERROR at `password` or `email`. */
export const EraseAccount = z.strictObject({ email: Email, password: z.string().max(1000) });

/** A session of the caller that has not ended. An account has at most 100 of them. */
export const AccountSession = z.strictObject({
  id: Id,
  createdAt: Time,
  /** To the minute. */
  lastActiveAt: Time,
  expiresAt: Time,
  /** The `User-Agent` header of the sign-in, at most 300 characters. */
  userAgent: z.string().nullable(),
  /** The IP address that the sign-in came from. */
  address: z.string().nullable(),
  /** Whether it is the session of this call. */
  isCurrent: z.boolean(),
});
export type AccountSession = z.infer<typeof AccountSession>;

export const RevokeSession = z.strictObject({ sessionId: PathId });

/** How many sessions the call has ended. */
export const RevokedSessions = z.strictObject({ count: z.int() });
export type RevokedSessions = z.infer<typeof RevokedSessions>;
