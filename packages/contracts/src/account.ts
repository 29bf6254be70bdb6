import { z } from 'zod';
import { Id, Name, oneOf, PathId, Time, text } from './text.ts';

/** What a person may do in a team: everything, all but owners' things, work on tasks, or only look. */
export const MemberRole = oneOf(['owner', 'admin', 'member', 'viewer']).meta({ id: 'MemberRole' });
export type MemberRole = z.infer<typeof MemberRole>;

/** An e-mail address, kept in lower case. */
export const Email = z
  .email({ error: 'must be an e-mail address' })
  .max(254, { error: 'must have at most 254 characters' })
  .toLowerCase();

/** A new password: 8 to 200 characters. */
export const NewPassword = text({ min: 8, max: 200 });

/** For the web server alone, which tells the address of the client and, from its cookie, the token of the device. */
export const SignIn = z.strictObject({
  email: text({ max: 1000 }),
  password: z.string().max(1000),
  address: z.string().max(100),
  device: z.string().max(1000).optional(),
});

export const SignedIn = z.strictObject({
  userId: Id,
  sessionId: Id,
  name: z.string(),
  email: z.string(),
  expiresAt: Time,
  /** For the browser to keep: with it, nobody else's wrong passwords limit this account on this device. */
  device: z.string(),
});
export type SignedIn = z.infer<typeof SignedIn>;

export const TeamOfMine = z.strictObject({ id: Id, name: z.string(), role: MemberRole });
export type TeamOfMine = z.infer<typeof TeamOfMine>;

/** The person behind a session, and the teams that are theirs, by name. */
export const Account = z.strictObject({
  id: Id,
  email: z.string(),
  name: z.string(),
  /** Operators may, and everybody with TEAM_CREATION=anyone. */
  canCreateTeams: z.boolean(),
  teams: z.array(TeamOfMine),
});
export type Account = z.infer<typeof Account>;

export const CreateTeam = z.strictObject({ name: Name });
export const CreatedTeam = z.strictObject({ teamId: Id, projectId: Id });

export const TeamTarget = z.strictObject({ teamId: PathId });
