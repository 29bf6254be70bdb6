import type { RemovedMember } from '@crewboard/contracts';
import type { TeamDatabase } from '../../limits/team-databases.ts';
import { recordEvent, type Writer, writer } from '../events/record-event.ts';
import { assertChanged, type ChangedMember, changeTarget } from './change-membership.ts';
import { memberColumns, memberJson } from './member-row.ts';

type Call = { ctx: { db: Pick<TeamDatabase, 'pool'> } & Writer; input: { userId: string } };

const statement = `
  with ${changeTarget()},
  deleted as (
    delete from members using target
    where members.team_id = target.team_id and members.user_id = target.user_id and target.rejection is null
    returning target.*
  ),
  event as (${recordEvent({ type: 'member.removed', subject: 'member', json: memberJson, after: 'deleted' })})
  select ${memberColumns('target')}, rejection, "callerRole" from target`;

/**
 * Takes a person out of the team; anyone may take out themselves. The account and its other teams stay. Holds on the
 * next request, and open streams of the person end. Throws NOT_FOUND, FORBIDDEN and LAST_OWNER: see `assertChanged`.
 */
export async function removeMember({ ctx, input }: Call): Promise<RemovedMember> {
  const { rows } = await ctx.db.pool.query<ChangedMember>(statement, [...writer(ctx), input.userId]);
  return { userId: assertChanged(ctx, rows[0]).userId };
}
