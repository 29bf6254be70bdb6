import type { EraseAccount } from '@crewboard/contracts';
import {
  type MemberModel,
  type Queryable,
  queryMany,
  sql,
  type Transaction,
  type UserModel,
} from '@crewboard/db';
import { type PersonActor, systemIn } from '../../auth/actor.ts';
import { AppError, invalid } from '../../errors.ts';
import type { Administered } from '../administration/change-record.ts';
import { removeFromTeam } from '../members/remove-from-team.ts';
import type { Call } from '../verb-context.ts';
import { changeAccount, hasOtherOperator, lockOperators, writeAccount } from './change-account.ts';
import { confirmPassword } from './confirm-password.ts';
import { erasedEmail, erasedName, erasedPasswordHash } from './erased-account.ts';

/**
 * Erases the account of the caller, who confirms it with e-mail and password. Throws VALIDATION_ERROR and RATE_LIMITED,
 * and LAST_OWNER and FORBIDDEN: see `eraseNow`.
 */
export async function eraseAccount({ ctx, input }: Call<typeof EraseAccount, PersonActor>): Promise<void> {
  const { actor, requestId } = ctx;
  await confirmPassword(ctx, { password: input.password, field: 'password' }, async (passwordHash) =>
    changeAccount(ctx.db, { id: actor.id }, async (transaction, account) => {
      // The password has changed since the check: `confirmPassword` then rejects it as a wrong one.
      if (account.passwordHash !== passwordHash) return undefined;
      if (account.email !== input.email)
        throw invalid([{ path: 'email', message: 'is not the e-mail address of your account' }]);
      const memberIn = (teamId: string) => ({ kind: 'member', id: actor.id, teamId }) as const;
      const writerIn = (teamId: string) => ({ actor: memberIn(teamId), requestId });
      await eraseNow(transaction, account, { requestedBy: 'member', writerIn });
      return true;
    }),
  );
}

/** Erases an account for the command line. Undefined if there is no such account. Throws as `eraseNow` does. */
export const eraseAccountAsOperator = (
  db: Administered,
  where: { id: string } | { email: string },
): Promise<{ userId: string } | undefined> =>
  changeAccount(db, where, async (transaction, account) => {
    const writerIn = (teamId: string) => ({ actor: systemIn(teamId), requestId: null });
    await eraseNow(transaction, account, { requestedBy: 'system', writerIn });
    return { userId: account.id };
  });

type ErasureRecord = {
  userId: string;
  requestedBy: 'person' | 'operator';
  requestedAt: string;
  /** Null while a worker erases the rows that repeat something of the account. */
  finishedAt: string | null;
};

/** The erased accounts for the command line, in the order of their erasure. */
export const listErasures = (db: Queryable): Promise<ErasureRecord[]> =>
  queryMany<ErasureRecord>(
    db,
    sql`select user_id as "userId", case requested_by when 'member' then 'person' else 'operator' end as "requestedBy",
      requested_at as "requestedAt", finished_at as "finishedAt"
    from account_erasures order by requested_at, user_id`,
  );

type Erasure = {
  /** As the kind of an actor: the person, or the service for an operator. */
  requestedBy: 'member' | 'system';
  writerIn: (teamId: string) => Parameters<typeof removeFromTeam>[0];
};

/**
 * Erases name, e-mail, password, sessions and memberships at once. The record of the erasure makes a worker erase the
 * name from other rows (`erase-remains.ts`). Throws LAST_OWNER, and FORBIDDEN for the last operator.
 */
async function eraseNow(transaction: Transaction, account: UserModel, erasure: Erasure): Promise<void> {
  const { client, now } = transaction;
  const { requestedBy, writerIn } = erasure;
  const { id: userId } = account;
  const subject = requestedBy === 'member' ? 'You are' : 'This person is';
  const members = await client.member.findMany({ where: { userId }, orderBy: { teamId: 'asc' } });
  await assertOtherOwners(transaction, members, subject);
  await assertOtherOperator(transaction, account, subject);
  // Write the account before the events of this transaction, so that they do not have the name.
  await writeAccount(transaction, account, {
    ...{ name: erasedName, email: erasedEmail(userId), passwordHash: erasedPasswordHash },
    isOperator: false,
  });
  for (const member of members) await removeFromTeam(writerIn(member.teamId), transaction, member);
  await client.session.deleteMany({ where: { userId } });
  await client.accountErasure.create({
    // The worker passes over other rows more than once: the first pass is due now.
    data: { userId, requestedBy, requestedAt: now, passDueAt: now },
    select: { userId: true },
  });
}

/** `changeAccount` holds the locks of the members of all teams of the person: no owner leaves or joins meanwhile. */
async function assertOtherOwners(
  { client }: Transaction,
  members: MemberModel[],
  subject: string,
): Promise<void> {
  const owned = members.filter(({ role }) => role === 'owner');
  const teamIds = owned.map(({ teamId }) => teamId);
  const userId = owned[0]?.userId;
  if (userId === undefined) return;
  const teams = await client.team.findMany({
    where: {
      id: { in: teamIds },
      deletion: null,
      members: { none: { role: 'owner', userId: { not: userId } } },
    },
    select: { name: true },
    orderBy: { name: 'asc' },
  });
  if (teams.length === 0) return;
  const names = teams.map(({ name }) => `"${name}"`).join(', ');
  throw new AppError(
    'LAST_OWNER',
    `${subject} the last owner of ${names}. Make someone else an owner there, or delete the team, first.`,
  );
}

async function assertOtherOperator(
  transaction: Transaction,
  account: UserModel,
  subject: string,
): Promise<void> {
  if (!account.isOperator) return;
  await lockOperators(transaction);
  if (await hasOtherOperator(transaction, account)) return;
  throw new AppError(
    'FORBIDDEN',
    `${subject} the last operator of this installation. Add another one first: admin operator add EMAIL.`,
  );
}
