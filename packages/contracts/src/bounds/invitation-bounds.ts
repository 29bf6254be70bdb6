export const invitationBounds = {
  maxDays: 30,
  maxUses: 100,
  /** Per team, of invitations that still work. More are 409 LIMIT_REACHED. */
  maxOpen: 100,
};
