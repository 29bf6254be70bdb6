import type { CreatedTeam, CreateTeam } from '@crewboard/contracts';
import { newId } from '@crewboard/db';
import type { z } from 'zod';
import type { PersonActor } from '../../auth/actor.ts';
import { AppError } from '../../errors.ts';
import { raiseAccountRevision, readOwnAccount, retryOnAccountChange } from '../accounts/change-account.ts';
import { writeMemberEvent } from '../members/member-row.ts';
import type { Call } from '../verb-context.ts';
import { createTeamRows } from './create-team.ts';

const forbidden = () =>
  new AppError(
    'FORBIDDEN',
    'Only operators of this installation create teams. Ask one of them to create it and to add you as its owner.',
  );

/**
 * Creates a team for the dashboard: the caller owns it, and it has a first project and no API key. Throws FORBIDDEN if
 * the caller is not an operator, unless anyone may create teams, and UNAUTHENTICATED if the account was erased.
 */
export function createOwnTeam({
  ctx,
  input,
}: Call<typeof CreateTeam, PersonActor>): Promise<z.infer<typeof CreatedTeam>> {
  const { id: userId, sessionId } = ctx.actor;
  const owner = { kind: 'member', id: userId, sessionId, teamId: newId(), role: 'owner' } as const;
  const writer = { actor: owner, requestId: ctx.requestId };
  return retryOnAccountChange(() =>
    ctx.db.administer(async (transaction) => {
      const { client, now } = transaction;
      const account = await readOwnAccount(transaction, userId);
      if (!account.isOperator && ctx.teamCreation !== 'anyone') throw forbidden();
      const team = await createTeamRows(writer, transaction, input.name);
      await raiseAccountRevision(transaction, account);
      await client.member.create({ data: { teamId: team.teamId, userId, role: 'owner', createdAt: now } });
      await writeMemberEvent(writer, transaction, { id: userId, type: 'member.added' });
      return team;
    }),
  );
}
