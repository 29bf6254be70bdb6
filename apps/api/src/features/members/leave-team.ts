import type { RemovedMember } from '@crewboard/contracts';
import type { MemberActor } from '../../auth/actor.ts';
import type { VerbContext } from '../verb-context.ts';
import { removeMember } from './remove-member.ts';

/** Takes the caller out of the team. Throws LAST_OWNER for the last owner. */
export async function leaveTeam({ ctx }: { ctx: VerbContext<MemberActor> }): Promise<RemovedMember> {
  return removeMember({ ctx, input: { userId: ctx.actor.id } });
}
