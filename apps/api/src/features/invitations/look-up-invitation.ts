import type { InvitationPreview } from '@crewboard/contracts';
import type { WebActor } from '../../auth/actor.ts';
import type { VerbContext } from '../verb-context.ts';
import { readInvitation } from './read-invitation.ts';

type Call = { ctx: VerbContext<WebActor>; input: { secret: string; address: string } };

/**
 * The names of the team and of the inviter, before a person joins. Throws NOT_FOUND and RATE_LIMITED: see
 * `readInvitation`.
 */
export function lookUpInvitation({ ctx, input }: Call): Promise<InvitationPreview> {
  const { secret, address } = input;
  // It is a mutation to keep the secret out of URLs, but it changes nothing.
  ctx.response.isUnchanged = true;
  const presented = { secret, client: ['invitations of address', address], userId: null } as const;
  return readInvitation(ctx, presented, async ({ client }, { teamId, invitedById }) => {
    const team = await client.team.findUniqueOrThrow({ where: { id: teamId }, select: { name: true } });
    const inviter =
      invitedById === null
        ? null
        : await client.user.findUnique({ where: { id: invitedById }, select: { name: true } });
    return { teamName: team.name, inviterName: inviter?.name ?? null };
  });
}
