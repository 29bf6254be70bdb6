import type { EventType } from '@crewboard/contracts';
import { defineStatement, newId, queryMany, raw, sql, type Transaction, type UserModel } from '@crewboard/db';
import { AppError, sessionHasEnded } from '../../errors.ts';
import type { Administered } from '../administration/change-record.ts';
import { takeLock, takeLocks } from '../administration/locks.ts';
import {
  type AccountActorParams,
  type AccountWriter,
  accountActorParams,
  recordEvent,
} from '../events/record-event.ts';
import { memberRow } from '../members/member-row.ts';

// The common part of all changes of an account. A change writes an event into each team of the person, so it locks the
// members of those teams. An account has no advisory lock of its own: if it changes meanwhile, the change starts over.

const maxAttempts = 20;

/** The account has changed, or has joined a team, since it was read. Rolls the transaction back. */
class AccountChanged extends Error {}

/**
 * Runs a transaction again if another one has changed the account, or added it to a team, since it was read
 * (`writeAccount` and `lockUnchangedAccount` notice this). Throws UNAVAILABLE after 20 attempts.
 */
export async function retryOnAccountChange<Result>(run: () => Promise<Result>): Promise<Result> {
  for (let attempts = 0; attempts < maxAttempts; attempts += 1) {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof AccountChanged)) throw error;
    }
  }
  throw new AppError('UNAVAILABLE', 'Others are changing the account right now. Try again in a moment.');
}

const notErased = { erasure: null } as const;

/** The id of a lock of which the installation has one, and not one for each team. */
const wholeInstallation = '';

/** The account of a caller. Throws UNAUTHENTICATED if it was erased since the session was looked up. */
export async function readOwnAccount({ client }: Transaction, id: string): Promise<UserModel> {
  const account = await client.user.findUnique({ where: { id, ...notErased } });
  if (!account) throw sessionHasEnded();
  return account;
}

/**
 * Reads an account under the locks of the members of its teams, and calls `write`, which changes it with
 * `writeAccount`. Undefined if there is no such account. Throws UNAVAILABLE: see `retryOnAccountChange`.
 */
export const changeAccount = <Result>(
  db: Administered,
  where: { id: string } | { email: string },
  write: (transaction: Transaction, account: UserModel) => Promise<Result>,
): Promise<Result | undefined> =>
  retryOnAccountChange(() =>
    db.administer(async (transaction) => {
      const { client } = transaction;
      const members = await client.member.findMany({ where: { user: where }, select: { teamId: true } });
      const teamIds = members.map(({ teamId }) => teamId);
      if (teamIds.length > 0) await takeLocks(transaction, 'members', teamIds);
      const account = await client.user.findUnique({ where: { ...where, ...notErased } });
      if (!account) return undefined;
      const joinedMeanwhile = await client.member.findFirst({
        where: { userId: account.id, teamId: { notIn: teamIds } },
        select: { teamId: true },
      });
      if (joinedMeanwhile) throw new AccountChanged();
      return write(transaction, account);
    }),
  );

/**
 * Lets transactions create accounts one at a time: an address never gets two accounts, and one account is the first.
 */
export const lockNewAccounts = (transaction: Transaction): Promise<void> =>
  takeLock(transaction, 'accounts', wholeInstallation);

/** Lets transactions change operators one at a time: each removal counts the operators that the earlier ones left. */
export const lockOperators = (transaction: Transaction): Promise<void> =>
  takeLock(transaction, 'operators', wholeInstallation);

export async function hasOtherOperator({ client }: Transaction, { id }: UserModel): Promise<boolean> {
  const others = { isOperator: true, id: { not: id } };
  return (await client.user.findFirst({ where: others, select: { id: true } })) !== null;
}

/** Creates an account after `lockNewAccounts`. The first account of an installation is an operator. */
export async function createAccount(
  { client, now }: Transaction,
  { email, name, passwordHash }: Pick<UserModel, 'email' | 'name' | 'passwordHash'>,
): Promise<{ id: string; isOperator: boolean }> {
  const isOperator = !(await client.user.findFirst({ select: { id: true } }));
  return client.user.create({
    data: { id: newId(), email, name, passwordHash, isOperator, createdAt: now, updatedAt: now },
    select: { id: true, isOperator: true },
  });
}

type AccountColumns = Partial<Pick<UserModel, 'name' | 'email' | 'passwordHash' | 'isOperator'>>;

/** Sets columns of an account and raises its revision, to be called within `retryOnAccountChange`. */
export async function writeAccount(
  { client, now }: Transaction,
  { id, revision }: UserModel,
  set: AccountColumns,
): Promise<void> {
  const data = { ...set, updatedAt: now, revision: { increment: 1 } };
  const { count } = await client.user.updateMany({ where: { id, revision }, data });
  if (count === 0) throw new AccountChanged();
}

/**
 * Raises the revision of an account that the transaction adds to a team, to be called within `retryOnAccountChange`. A
 * change of the account at the same time then starts over, and writes its event in this team too.
 */
export const raiseAccountRevision = (transaction: Transaction, account: UserModel): Promise<void> =>
  writeAccount(transaction, account, {});

const selectForShare = defineStatement<{ id: string; revision: number }, object>(
  ({ id, revision }) => sql`select from users where id = ${id} and revision = ${revision} for share`,
);

/**
 * Locks the row of an account against changes until the transaction ends, to be called within `retryOnAccountChange`.
 */
export async function lockUnchangedAccount(
  { sql: db }: Transaction,
  { id, revision }: UserModel,
): Promise<void> {
  if ((await queryMany(db, selectForShare, { id, revision })).length === 0) throw new AccountChanged();
}

type Params = AccountActorParams & { id: string; type: EventType; changes: string | null };

const insertEvents = defineStatement<Params, object>(
  (p) => sql`
  with record as (
    select members.*, users.id, users.name from members join users on users.id = members.user_id where user_id = ${p.id}
  )
  ${recordEvent({
    actor: {
      teamId: raw('record.team_id'),
      actorKind: p.actorKind,
      actorId: p.actorId,
      requestId: p.requestId,
    },
    type: sql`${p.type}::text`,
    subject: 'member',
    snapshot: memberRow.snapshot,
    after: 'record',
    changes: sql`${p.changes}::jsonb`,
  })}`,
);

/** Writes an event into each team of the account. */
export async function writeAccountEvent(
  writer: AccountWriter,
  { sql: db }: Transaction,
  { id, type, changes = null }: { id: string; type: EventType; changes?: object | null },
): Promise<void> {
  const params = { ...accountActorParams(writer), id, type, changes: changes && JSON.stringify(changes) };
  await queryMany(db, insertEvents, params);
}
