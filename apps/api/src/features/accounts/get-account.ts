import type { Account } from '@crewboard/contracts';
import type { PersonActor } from '../../auth/actor.ts';
import type { VerbContext } from '../verb-context.ts';

/** The person behind the session, whether they may create teams, and their teams, by name. */
export async function getAccount({ ctx }: { ctx: VerbContext<PersonActor> }): Promise<Account> {
  const { id, email, name, isOperator, members } = await ctx.db.prisma.user.findUniqueOrThrow({
    where: { id: ctx.actor.id },
    select: {
      id: true,
      email: true,
      name: true,
      isOperator: true,
      members: {
        select: { role: true, team: { select: { id: true, name: true } } },
        orderBy: [{ team: { name: 'asc' } }, { teamId: 'asc' }],
      },
    },
  });
  const canCreateTeams = isOperator || ctx.teamCreation === 'anyone';
  return { id, email, name, canCreateTeams, teams: members.map(({ role, team }) => ({ ...team, role })) };
}
