import { z } from 'zod';
import { invitationBounds } from '../bounds/invitation-bounds.ts';
import { invitedRoles } from '../enums.ts';
import { Email, Id, Name, oneOf, PathId, Time, text, wholeNumber } from '../schemas/values.ts';
import { NewPassword } from './account.ts';

export const InvitedRole = oneOf(invitedRoles).meta({ id: 'InvitedRole' });
export type InvitedRole = z.infer<typeof InvitedRole>;

/** A link with which people join a team, without its secret. */
export const Invitation = z.strictObject({
  id: Id,
  role: InvitedRole,
  /** The current name of the member who created it; null for an operator. */
  inviterName: z.string().nullable(),
  /** How many people have joined with it. */
  uses: z.int(),
  maxUses: z.int(),
  createdAt: Time,
  expiresAt: Time,
  revokedAt: Time.nullable(),
});
export type Invitation = z.infer<typeof Invitation>;

/** An invitation as events contain it. */
export const InvitationSnapshot = Invitation.omit({ inviterName: true })
  .extend({ teamId: Id })
  .meta({ id: 'InvitationSnapshot' });

/** The response to the creation. No other response has the secret, which is the part of the link after `#`. */
export const InvitationWithSecret = z.strictObject({ ...Invitation.shape, secret: z.string() });
export type InvitationWithSecret = z.infer<typeof InvitationWithSecret>;

/** LIMIT_REACHED if the team already has 100 invitations that still work. */
export const CreateInvitation = z.strictObject({
  teamId: PathId,
  role: InvitedRole,
  expiresInDays: wholeNumber(1, invitationBounds.maxDays).default(7),
  maxUses: wholeNumber(1, invitationBounds.maxUses).default(1),
});

export const RevokeInvitation = z.strictObject({ teamId: PathId, invitationId: PathId });

const secret = text({ max: 100 });

/**
 * For the web server only, which passes on the IP address of the client. RATE_LIMITED for an address that has sent too
 * many wrong secrets.
 */
const secretFromAddress = { secret, address: text({ max: 100 }) };

export const LookUpInvitation = z.strictObject(secretFromAddress);

/** What a person sees before they accept an invitation. */
export const InvitationPreview = z.strictObject({ teamName: z.string(), inviterName: z.string().nullable() });
export type InvitationPreview = z.infer<typeof InvitationPreview>;

/**
 * Creates an account, which joins the team. NOT_FOUND if the invitation no longer works, VALIDATION_ERROR at `email` if
 * the address already has an account.
 */
export const AcceptInvitation = z.strictObject({
  ...secretFromAddress,
  name: Name,
  email: Email,
  password: NewPassword,
});

/** Joins with the account of the session. A member of the team keeps their role. */
export const JoinByInvitation = z.strictObject({ secret });

export const JoinedTeam = z.strictObject({ teamId: Id });
export type JoinedTeam = z.infer<typeof JoinedTeam>;
