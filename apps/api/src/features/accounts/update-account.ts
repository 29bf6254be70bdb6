import type { Account, UpdateAccount } from '@crewboard/contracts';
import { defineStatement, queryMany, sql } from '@crewboard/db';
import type { z } from 'zod';
import type { PersonActor } from '../../auth/actor.ts';
import { acquireLocks, lockTeamsOfUser } from '../events/lock-subject.ts';
import { type AccountActorParams, accountActorParams } from '../events/record-event.ts';
import type { VerbContext } from '../verb-context.ts';
import { recordAccountEvent } from './account-events.ts';
import { getAccount } from './get-account.ts';

type Call = { ctx: VerbContext<PersonActor>; input: z.output<typeof UpdateAccount> };

const statement = defineStatement<AccountActorParams & { name: string }, object>(
  (p) => sql`
  with ${lockTeamsOfUser(p.actorId)},
  former as materialized (select id, name from users where id = ${p.actorId} and ${acquireLocks} for no key update),
  account as (
    update users set name = ${p.name}, updated_at = now() from former
    where users.id = former.id and former.name <> ${p.name}
    returning users.id, users.name, former.name as "previousName"
  ),
  ${recordAccountEvent({
    actor: p,
    type: 'member.updated',
    previousName: sql`(select "previousName" from account)`,
  })}
  select from account`,
);

/** Renames the account of the caller, for all its teams. The same name changes nothing. */
export async function updateAccount({ ctx, input }: Call): Promise<Account> {
  await queryMany(ctx.db, statement, { ...accountActorParams(ctx), name: input.name });
  return getAccount({ ctx });
}
