import type { EventType } from '@crewboard/contracts';
import { type Expressions, raw, type Sql, sql } from '@crewboard/db';
import { acquireLocks } from '../events/lock-subject.ts';
import { type AccountActorParams, recordEvent } from '../events/record-event.ts';
import { memberRow } from '../members/member-row.ts';

type AccountEvent = {
  actor: Expressions<AccountActorParams>;
  type: EventType;
  /** The previous name, when the event is a rename. */
  previousName?: Sql;
};

/**
 * CTEs that insert one event into each team of the account in the CTE `account` (id, name); none when that CTE is
 * empty. The statement must begin with `lockTeamsOfUser`.
 */
export const recordAccountEvent = ({ actor, type, previousName }: AccountEvent): Sql => sql`
  memberships as (
    select members.*, account.id, account.name from account join members on members.user_id = account.id
    where ${acquireLocks} for share of members
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
    ...(previousName && {
      changes: sql`jsonb_build_object('name', jsonb_build_object('before', ${previousName}))`,
    }),
  })})`;
