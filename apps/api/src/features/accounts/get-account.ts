import type { Account } from '@crewboard/contracts';
import { defineStatement, queryOne, sql } from '@crewboard/db';
import type { PersonActor } from '../../auth/actor.ts';
import { sessionHasEnded } from '../../errors.ts';
import type { VerbContext } from '../verb-context.ts';
import { deletedTeamsOf, teamsOf } from './account-row.ts';
import { isNotErased } from './erased-account.ts';

type Row = Omit<Account, 'canCreateTeams'>;

const statement = defineStatement<{ userId: string }, Row>(
  ({ userId }) => sql`
  select id, email, name, is_operator as "isOperator", ${teamsOf('users.id')} as teams,
    ${deletedTeamsOf('users.id')} as "deletedTeams"
  from users where id = ${userId} and ${isNotErased}`,
);

/**
 * The account of the caller with its teams, ordered by name, and whether it may create teams. Throws UNAUTHENTICATED if
 * the account was erased since the session was looked up.
 */
export async function getAccount({ ctx }: { ctx: VerbContext<PersonActor> }): Promise<Account> {
  const row = await queryOne(ctx.db.reads, statement, { userId: ctx.actor.id });
  if (!row) throw sessionHasEnded();
  return { ...row, canCreateTeams: row.isOperator || ctx.teamCreation === 'anyone' };
}
