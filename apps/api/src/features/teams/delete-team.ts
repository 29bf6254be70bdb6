import type { DeletedTeam, DeleteTeam } from '@crewboard/contracts';
import type { Transaction } from '@crewboard/db';
import type { MemberActor } from '../../auth/actor.ts';
import { invalid, notFound } from '../../errors.ts';
import { type Administered, stampOf } from '../administration/change-record.ts';
import { takeLock } from '../administration/locks.ts';
import { systemWriter, type TeamWriter } from '../events/record-event.ts';
import type { Call } from '../verb-context.ts';
import { writeTeamEvent } from './team-row.ts';

const restorableMs = 7 * 86_400_000;

/**
 * Deletes the team of the caller, an owner, who confirms it by the name of the team. For 7 days owners can restore the
 * team; for all other requests it does not exist. Throws VALIDATION_ERROR for another name, and NOT_FOUND.
 */
export function deleteTeam({ ctx, input }: Call<typeof DeleteTeam, MemberActor>): Promise<DeletedTeam> {
  const { teamId, id: userId } = ctx.actor;
  return ctx.db.administer(async (transaction) => {
    // The lock of changes of roles: the caller stays an owner until the team is deleted.
    await takeLock(transaction, 'members', teamId);
    const owner = { teamId_userId: { teamId, userId }, role: 'owner' } as const;
    if (!(await transaction.client.member.findUnique({ where: owner }))) throw notFound();
    return deleteNow(ctx, transaction, input.name.trim());
  });
}

/** Deletes a team for the command line, which has asked for confirmation. Throws NOT_FOUND. */
export const deleteTeamAsOperator = (db: Administered, teamId: string): Promise<DeletedTeam> => {
  const writer = systemWriter(teamId);
  return db.administer(async (transaction) => {
    await takeLock(transaction, 'members', teamId);
    return deleteNow(writer, transaction);
  });
};

async function deleteNow(
  writer: TeamWriter,
  transaction: Transaction,
  typedName?: string,
): Promise<DeletedTeam> {
  const { client, now } = transaction;
  const { teamId: id } = writer.actor;
  await takeLock(transaction, 'teams', id);
  const team = await client.team.findUnique({ where: { id, deletion: null } });
  if (!team) throw notFound();
  if (typedName !== undefined && typedName !== team.name)
    throw invalid([{ path: 'name', message: 'is not the name of the team' }]);
  const goneAt = new Date(now.getTime() + restorableMs);
  await client.team.update({ where: { id }, data: stampOf(team, transaction), select: { id: true } });
  await client.teamDeletion.create({
    data: { teamId: id, deletedAt: now, goneAt },
    select: { teamId: true },
  });
  await writeTeamEvent(writer, transaction, { id, type: 'team.deleted' });
  return { id, name: team.name, goneAt: goneAt.toISOString() };
}
