import type { EventType } from '@crewboard/contracts';
import { type Expression, raw, type Sql, sql } from '@crewboard/db';
import { locksTaken } from '../events/lock-subject.ts';
import { type AccountActorParams, recordEvent } from '../events/record-event.ts';
import { memberRow } from '../members/member-row.ts';

type AccountEvent = {
  actor: { readonly [Name in keyof AccountActorParams]: Expression };
  type: EventType;
  /** The name of the account before, where the change is a new name. */
  formerName?: Sql;
};

/**
 * CTEs that record an event of the account `account` (columns id, name) in each of its teams, for statements that begin
 * with `lockMembersOf`. No account, no event.
 */
export const recordInTeams = ({ actor, type, formerName }: AccountEvent): Sql => sql`
  memberships as (
    select members.*, account.id, account.name from account join members on members.user_id = account.id
    where ${locksTaken} for share of members
  ),
  event as (${recordEvent({
    actor: {
      teamId: raw('memberships.team_id'),
      actorKind: actor.actorKind,
      actorId: actor.actorId,
      requestId: actor.requestId,
    },
    type,
    subject: 'member',
    snapshot: memberRow.snapshot,
    after: 'memberships',
    ...(formerName && {
      changes: sql`jsonb_build_object('name', jsonb_build_object('before', ${formerName}, 'after', memberships.name))`,
    }),
  })})`;
