import type { Account, UpdateAccount } from '@crewboard/contracts';
import { defineStatement, queryOne, sql } from '@crewboard/db';
import type { z } from 'zod';
import type { PersonActor } from '../../auth/actor.ts';
import { AppError } from '../../errors.ts';
import { acquireLocks, lockTeamsOfUser } from '../events/lock-subject.ts';
import { type AccountActorParams, accountActorParams } from '../events/record-event.ts';
import type { VerbContext } from '../verb-context.ts';
import { recordAccountEvent } from './account-events.ts';
import { getAccount } from './get-account.ts';

/**
 * Only changes of the same account by others, each within the milliseconds of an attempt, make another one necessary.
 */
const maxAttempts = 20;

type Call = { ctx: VerbContext<PersonActor>; input: z.output<typeof UpdateAccount> };

/** `isCurrent`: whether nobody changed the account, or added it to a team, after the snapshot of the statement. */
type Renamed = { isCurrent: boolean };

/**
 * A team that the person joins after the snapshot is not in it and would get no event. Every statement that adds a
 * member writes the row of the account, so a newer version of that row means that there may be such a team: then this
 * changes nothing.
 */
const statement = defineStatement<AccountActorParams & { name: string }, Renamed>(
  (p) => sql`
  with ${lockTeamsOfUser(p.actorId)},
  seen as materialized (select xmin as version from users where id = ${p.actorId}),
  former as materialized (
    select id, name, xmin as version from users where id = ${p.actorId} and ${acquireLocks} for no key update
  ),
  account as (
    update users set name = ${p.name}, updated_at = now() from former join seen using (version)
    where users.id = former.id and former.name <> ${p.name}
    returning users.id, users.name, former.name as "previousName"
  ),
  ${recordAccountEvent({
    actor: p,
    type: 'member.updated',
    previousName: sql`(select "previousName" from account)`,
  })}
  select former.version = seen.version as "isCurrent" from former cross join seen`,
);

/**
 * Renames the account of the caller, for all its teams. The same name changes nothing. Throws UNAVAILABLE when others
 * change the account during each of 20 attempts.
 */
export async function updateAccount({ ctx, input }: Call): Promise<Account> {
  const params = { ...accountActorParams(ctx), name: input.name };
  for (let attempts = 0; attempts < maxAttempts; attempts += 1) {
    const renamed = await queryOne(ctx.db, statement, params);
    if (renamed?.isCurrent !== false) return getAccount({ ctx });
  }
  throw new AppError('UNAVAILABLE', 'Others are changing the account right now. Try again in a moment.');
}
