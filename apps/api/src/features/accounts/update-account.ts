import type { Account, UpdateAccount } from '@crewboard/contracts';
import type { z } from 'zod';
import type { PersonActor } from '../../auth/actor.ts';
import { lockMembersOf, locksTaken } from '../events/lock-subject.ts';
import { accountWriter } from '../events/record-event.ts';
import type { VerbContext } from '../verb-context.ts';
import { recordInTeams } from './account-events.ts';
import { getAccount } from './get-account.ts';

type Call = { ctx: VerbContext<PersonActor>; input: z.output<typeof UpdateAccount> };

const statement = `
  with ${lockMembersOf('$3')},
  former as materialized (select id, name from users where id = $3 and ${locksTaken} for no key update),
  account as (
    update users set name = $5, updated_at = now() from former
    where users.id = former.id and former.name <> $5
    returning users.id, users.name, former.name as "formerName"
  ),
  ${recordInTeams('member.updated', '(select "formerName" from account)')}
  select from account`;

/** Renames the account of the caller, for all its teams. The same name changes nothing. */
export async function updateAccount({ ctx, input }: Call): Promise<Account> {
  await ctx.db.pool.query(statement, [...accountWriter(ctx), input.name]);
  return getAccount({ ctx });
}
