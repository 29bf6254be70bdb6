/** Of invitations. */
export const invitationBounds = {
  maxDays: 30,
  maxUses: 100,
  /** Those of a team that still work: 409 LIMIT_REACHED. */
  maxOpen: 100,
};
