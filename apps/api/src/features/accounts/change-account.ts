import type { EventType } from '@crewboard/contracts';
import { defineStatement, queryMany, raw, sql, type Transaction, type UserModel } from '@crewboard/db';
import { AppError, sessionHasEnded } from '../../errors.ts';
import type { Administered } from '../administration/change-record.ts';
import { takeLocks } from '../administration/locks.ts';
import {
  type AccountActorParams,
  type AccountWriter,
  accountActorParams,
  recordEvent,
} from '../events/record-event.ts';
import { memberRow } from '../members/member-row.ts';

// The common part of all changes of an account, each of which writes an event into every team of the person.

/** Others that change the account, or add it to a team, within an attempt. */
const maxAttempts = 20;

/** The account has changed since it was read: undoes the transaction. */
class Lost extends Error {}

/**
 * Starts over where somebody else changes the account meanwhile, or adds it to a team: `writeAccount` notices. Throws
 * UNAVAILABLE after 20 attempts.
 */
export async function untilUnchanged<Result>(run: () => Promise<Result>): Promise<Result> {
  for (let attempts = 0; attempts < maxAttempts; attempts += 1) {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof Lost)) throw error;
    }
  }
  throw new AppError('UNAVAILABLE', 'Others are changing the account right now. Try again in a moment.');
}

/** The condition of an account that was not erased. */
const isThere = { erasure: null } as const;

/**
 * The account of a caller, which may have been erased since the session was looked up. Throws UNAUTHENTICATED.
 */
export async function readOwnAccount({ client }: Transaction, id: string): Promise<UserModel> {
  const account = await client.user.findUnique({ where: { id, ...isThere } });
  if (!account) throw sessionHasEnded();
  return account;
}

/**
 * Changes an account under the locks of the members of its teams, in `write`, which uses `writeAccount`.
 * Undefined where there is no such account. Throws UNAVAILABLE: see `untilUnchanged`.
 */
export const changeAccount = <Result>(
  db: Administered,
  where: { id: string } | { email: string },
  write: (transaction: Transaction, account: UserModel) => Promise<Result>,
): Promise<Result | undefined> =>
  untilUnchanged(() =>
    db.administer(async (transaction) => {
      const { client } = transaction;
      const members = await client.member.findMany({ where: { user: where }, select: { teamId: true } });
      const teamIds = members.map(({ teamId }) => teamId);
      if (teamIds.length > 0) await takeLocks(transaction, 'members', teamIds);
      const account = await client.user.findUnique({ where: { ...where, ...isThere } });
      if (!account) return undefined;
      const added = await client.member.findFirst({
        where: { userId: account.id, teamId: { notIn: teamIds } },
        select: { teamId: true },
      });
      if (added) throw new Lost();
      return write(transaction, account);
    }),
  );

type AccountColumns = Partial<Pick<UserModel, 'name' | 'email' | 'passwordHash' | 'isOperator'>>;

/**
 * Sets columns of an account that is as it was read: none where it gets another team, so that a change that is told in
 * each of its teams starts over. `untilUnchanged` starts over where the account is not as it was read.
 */
export async function writeAccount(
  { client, now }: Transaction,
  { id, revision }: UserModel,
  set: AccountColumns,
): Promise<void> {
  const data = { ...set, updatedAt: now, revision: { increment: 1 } };
  const { count } = await client.user.updateMany({ where: { id, revision }, data });
  if (count === 0) throw new Lost();
}

const lockStatement = defineStatement<{ id: string; revision: number }, object>(
  ({ id, revision }) => sql`select from users where id = ${id} and revision = ${revision} for share`,
);

/** Locks an account against changes until the transaction ends. `untilUnchanged` starts over where it is not as it was read. */
export async function lockUnchangedAccount(
  { sql: db }: Transaction,
  { id, revision }: UserModel,
): Promise<void> {
  if ((await queryMany(db, lockStatement, { id, revision })).length === 0) throw new Lost();
}

type Params = AccountActorParams & { id: string; type: EventType; changes: string | null };

/** One event for each team of the account. */
const statement = defineStatement<Params, object>(
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
  await queryMany(db, statement, params);
}
