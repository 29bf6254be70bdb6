import type { Member, MemberRole } from '@crewboard/contracts';

/** Changes that are asked about first: those that somebody cannot take back themselves. */
export type MemberDialog =
  | { kind: 'remove'; member: Member }
  | { kind: 'leave' }
  | { kind: 'ownRole'; member: Member; role: MemberRole };
