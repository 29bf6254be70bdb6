import { z } from 'zod';
import { invitationBounds } from '../bounds/invitation-bounds.ts';
import { invitedRoles } from '../enums.ts';
import { Id, Name, oneOf, PathId, Time, text, wholeNumber } from '../schemas/values.ts';
import { Email, NewPassword } from './account.ts';

export const InvitedRole = oneOf(invitedRoles).meta({ id: 'InvitedRole' });
export type InvitedRole = z.infer<typeof InvitedRole>;

/** A link by which people join a team, without its secret. */
export const Invitation = z.strictObject({
  id: Id,
  role: InvitedRole,
  /** The current name of the member who made it; null for an operator. */
  inviterName: z.string().nullable(),
  /** How many people joined by it. */
  uses: z.int(),
  maxUses: z.int(),
  createdAt: Time,
  expiresAt: Time,
  revokedAt: Time.nullable(),
});
export type Invitation = z.infer<typeof Invitation>;

/** An invitation as events hold it. */
export const InvitationSnapshot = Invitation.omit({ inviterName: true })
  .extend({ teamId: Id })
  .meta({ id: 'InvitationSnapshot' });

/** The response to creation: the only one with the secret, which stands behind the # of the link. */
export const InvitationWithSecret = z.strictObject({ ...Invitation.shape, secret: z.string() });
export type InvitationWithSecret = z.infer<typeof InvitationWithSecret>;

/** LIMIT_REACHED with 100 invitations that still work. */
export const CreateInvitation = z.strictObject({
  teamId: PathId,
  role: InvitedRole,
  expiresInDays: wholeNumber(1, invitationBounds.maxDays).default(7),
  maxUses: wholeNumber(1, invitationBounds.maxUses).default(1),
});

export const RevokeInvitation = z.strictObject({ teamId: PathId, invitationId: PathId });

const secret = text({ max: 100 });

/**
 * Only for the web server, which passes on the address of the client. RATE_LIMITED for an address with too many wrong
 * secrets.
 */
const byAddress = { secret, address: text({ max: 100 }) };

export const LookUpInvitation = z.strictObject(byAddress);

/** What a person sees before they accept. */
export const InvitationPreview = z.strictObject({ teamName: z.string(), inviterName: z.string().nullable() });
export type InvitationPreview = z.infer<typeof InvitationPreview>;

/**
 * Makes an account, which joins the team. NOT_FOUND for an invitation that does not work any more, VALIDATION_ERROR at
 * `email` where there is an account.
 */
export const AcceptInvitation = z.strictObject({
  ...byAddress,
  name: Name,
  email: Email,
  password: NewPassword,
});

/** Joins with the account of the session; a member of the team stays what they are. */
export const JoinByInvitation = z.strictObject({ secret });

export const JoinedTeam = z.strictObject({ teamId: Id });
export type JoinedTeam = z.infer<typeof JoinedTeam>;
