import { type Expression, type Expressions, raw, type Sql, sql } from '@crewboard/db';
import { AppError, notFound } from '../../errors.ts';
import { acquireLocks, lockMembers } from '../events/lock-subject.ts';
import type { EventActorParams, TeamWriter } from '../events/record-event.ts';
import type { MemberRow } from './member-row.ts';

// The common part of changing a role and removing a member.

/** Why a change was rejected; null when it was made, or when nothing had to change. */
type Rejection = 'not_manager' | 'owners_only' | 'last_owner' | null;

/** What the statements return. No row: the caller or the person is not a member of the team. */
export type ChangedMember = MemberRow & { rejection: Rejection; callerRole: string | null };

/** The caller and the person concerned. */
export type ChangeParams = EventActorParams & { userId: string };

/**
 * CTEs up to `target`, the locked row of the person with the `rejection` of the change, under the lock of the team's
 * members. Every row that the decision reads is locked, and therefore read after the wait; an owner added during it
 * is not seen. `role` is the role afterwards; undefined for a removal, which members may make of themselves.
 */
export function changeTarget(
  { teamId, actorKind, actorId, userId }: Expressions<ChangeParams>,
  role?: Expression,
): Sql {
  const roleAfter = role ? sql`${role}::member_role` : raw('null');
  const isAllowedForSelf = role ? raw('') : sql` and ${actorId} <> person.user_id`;
  return sql`
  ${lockMembers(teamId)},
  owners as materialized (
    select user_id from members where team_id = ${teamId} and role = 'owner' and ${acquireLocks}
    order by user_id for no key update
  ),
  caller as materialized (
    select role from members where team_id = ${teamId} and user_id = ${actorId} and ${acquireLocks} for share
  ),
  person as materialized (
    select members.*, users.name, users.email from members join users on users.id = members.user_id
    where team_id = ${teamId} and user_id = ${userId} and ${acquireLocks} for no key update of members for share of users
  ),
  target as (
    select person.*, person.user_id as id, caller.role::text as "callerRole",
      case
        when ${actorKind} = 'member' and caller.role not in ('owner', 'admin')${isAllowedForSelf}
          then 'not_manager'
        when ${actorKind} = 'member' and caller.role <> 'owner' and 'owner' in (person.role, ${roleAfter})
          then 'owners_only'
        when person.role = 'owner' and ${roleAfter} is distinct from 'owner'
          and not exists (select from owners where user_id <> person.user_id)
          then 'last_owner'
      end as rejection
    from person left join caller on true
    where ${actorKind} = 'system' or caller.role is not null
  )`;
}

/**
 * The row of a successful change. Throws NOT_FOUND without a row, FORBIDDEN if the caller's role does not
 * allow the change, and LAST_OWNER.
 */
export function assertChanged({ actor }: TeamWriter, row: ChangedMember | undefined): ChangedMember {
  if (!row) throw notFound();
  const { rejection, name, userId, callerRole } = row;
  if (rejection === null) return row;
  const isSelf = userId === actor.id;
  if (rejection === 'last_owner') {
    const who = isSelf ? 'You are' : `${name} is`;
    throw new AppError('LAST_OWNER', `${who} the last owner of this team. Make someone else an owner first.`);
  }
  const rule =
    rejection === 'owners_only'
      ? 'does not allow this: only owners make, change or remove owners. Ask an owner of the team.'
      : 'does not allow this. Ask an admin of the team.';
  throw new AppError('FORBIDDEN', `Your role (${callerRole}) ${rule}`);
}
