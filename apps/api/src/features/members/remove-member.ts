import type { RemovedMember } from '@crewboard/contracts';
import { defineStatement, type Queryable, queryOne, sql } from '@crewboard/db';
import { eventActorParams, recordEvent, type TeamWriter } from '../events/record-event.ts';
import { assertChanged, type ChangedMember, type ChangeParams, changeTarget } from './change-membership.ts';
import { memberRow } from './member-row.ts';

type Call = { ctx: { db: Queryable } & TeamWriter; input: { userId: string } };

const statement = defineStatement<ChangeParams, ChangedMember>(
  (p) => sql`
  with ${changeTarget(p)},
  deleted as (
    delete from members using target
    where members.team_id = target.team_id and members.user_id = target.user_id and target.rejection is null
    returning target.*
  ),
  event as (${recordEvent({
    actor: p,
    type: 'member.removed',
    subject: 'member',
    snapshot: memberRow.snapshot,
    after: 'deleted',
  })})
  select ${memberRow.columns('target')}, rejection, "callerRole" from target`,
);

/**
 * Removes a person from the team; members may remove themselves. The account and its other teams stay. Takes effect
 * on the next request, and open streams of the person end. Throws NOT_FOUND, FORBIDDEN and LAST_OWNER: see
 * `assertChanged`.
 */
export async function removeMember({ ctx, input }: Call): Promise<RemovedMember> {
  const row = await queryOne(ctx.db, statement, { ...eventActorParams(ctx), userId: input.userId });
  return { userId: assertChanged(ctx, row).userId };
}
