import { z } from 'zod';
import { memberRoles } from '../enums.ts';
import { Paged, PagedInDashboard } from '../schemas/paging.ts';
import { Email, Id, oneOf, PathId, Time } from '../schemas/values.ts';

export const MemberRole = oneOf(memberRoles).meta({ id: 'MemberRole' });
export type MemberRole = z.infer<typeof MemberRole>;

/** A person in a team, as admins and owners see them. */
export const Member = z.strictObject({
  userId: Id,
  name: z.string(),
  email: Email,
  role: MemberRole,
  joinedAt: Time,
  /** The last use of any session of the person, to the minute; null before the first sign-in. */
  lastActiveAt: Time.nullable(),
});
export type Member = z.infer<typeof Member>;

/** A member, as everyone in the team sees them: agents and keys too. */
export const Person = z.strictObject({ id: Id, name: z.string() }).meta({ id: 'Person' });
export type Person = z.infer<typeof Person>;

export const ListMembers = z.strictObject({ teamId: PathId, ...Paged });

/** A member as events contain it. */
export const MemberSnapshot = Member.pick({ userId: true, role: true, name: true })
  .extend({ teamId: Id })
  .meta({ id: 'MemberSnapshot' });

/** The members of a team in the order of their names, regardless of case. */
export const PageMembers = z.strictObject({ teamId: PathId, ...PagedInDashboard });

/** `nextCursor` is opaque, and null on the last page. */
export const MemberPage = z.strictObject({ members: z.array(Member), nextCursor: z.string().nullable() });
export type MemberPage = z.infer<typeof MemberPage>;

/** FORBIDDEN if a caller who is not an owner makes or changes an owner. LAST_OWNER if no owner would be left. */
export const SetMemberRole = z.strictObject({ teamId: PathId, userId: PathId, role: MemberRole });

/** FORBIDDEN if a caller who is not an owner removes an owner. LAST_OWNER for the last owner. */
export const RemoveMember = z.strictObject({ teamId: PathId, userId: PathId });

/** The person who is no longer a member. */
export const RemovedMember = z.strictObject({ userId: Id });
export type RemovedMember = z.infer<typeof RemovedMember>;
