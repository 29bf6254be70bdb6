import type { Account } from '@crewboard/contracts';
import { defineStatement, queryOne, sql } from '@crewboard/db';
import type { PersonActor } from '../../auth/actor.ts';
import type { VerbContext } from '../verb-context.ts';
import { teamsOf } from './account-row.ts';

type Row = Omit<Account, 'canCreateTeams'> & { isOperator: boolean };

const statement = defineStatement<{ userId: string }, Row>(
  ({ userId }) => sql`
  select id, email, name, is_operator as "isOperator", ${teamsOf('users.id')} as teams
  from users where id = ${userId}`,
);

/** The person behind the session, whether they may create teams, and their teams, by name. */
export async function getAccount({ ctx }: { ctx: VerbContext<PersonActor> }): Promise<Account> {
  const row = await queryOne(ctx.db.reads, statement, { userId: ctx.actor.id });
  if (!row) throw new Error('the account of an open session always exists');
  const { isOperator, ...account } = row;
  return { ...account, canCreateTeams: isOperator || ctx.teamCreation === 'anyone' };
}
