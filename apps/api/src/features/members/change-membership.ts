import { AppError, notFound } from '../../errors.ts';
import { lockMembers, locksTaken } from '../events/lock-subject.ts';
import type { Writer } from '../events/record-event.ts';
import type { MemberRow } from './member-row.ts';

// What changing a role and removing a member have in common. In their statements $5 is the person concerned.

/** Why a change was not made; null when it was, or when there was nothing to change. */
type Rejection = 'not_manager' | 'owners_only' | 'last_owner' | null;

/** What the statements return; without a row, the caller or the person is no member of the team. */
export type ChangedMember = MemberRow & { rejection: Rejection; callerRole: string | null };

/**
 * CTEs up to `target`, the locked row of the person with the `rejection` of the change, under the lock of the team's
 * members. Every row that decides is locked, and so read as it is after the wait; an owner added meanwhile is not seen.
 * `role` is SQL for the role afterwards; undefined for a removal, which people may make of themselves.
 */
export const changeTarget = (role?: string) => `
  ${lockMembers},
  owners as materialized (
    select user_id from members where team_id = $1 and role = 'owner' and ${locksTaken}
    order by user_id for no key update
  ),
  caller as materialized (
    select role from members where team_id = $1 and user_id = $3 and ${locksTaken} for share
  ),
  person as materialized (
    select members.*, users.name, users.email from members join users on users.id = members.user_id
    where team_id = $1 and user_id = $5 and ${locksTaken} for no key update of members for share of users
  ),
  target as (
    select person.*, person.user_id as id, caller.role::text as "callerRole",
      case
        when $2 = 'member' and caller.role not in ('owner', 'admin')${role ? '' : ' and $3 <> person.user_id'}
          then 'not_manager'
        when $2 = 'member' and caller.role <> 'owner' and 'owner' in (person.role, ${role ?? 'null'})
          then 'owners_only'
        when person.role = 'owner' and ${role ?? 'null'} is distinct from 'owner'
          and not exists (select from owners where user_id <> person.user_id)
          then 'last_owner'
      end as rejection
    from person left join caller on true
    where $2 = 'system' or caller.role is not null
  )`;

/**
 * The row of a change that was made. Throws NOT_FOUND for who is no member, FORBIDDEN where the caller's role does not
 * allow the change, and LAST_OWNER.
 */
export function assertChanged({ actor }: Writer, row: ChangedMember | undefined): ChangedMember {
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
