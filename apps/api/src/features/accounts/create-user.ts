import type { MemberRole } from '@crewboard/contracts';
import { hashPassword } from '../../auth/passwords.ts';
import type { Administered } from '../administration/change-record.ts';
import { takeLock } from '../administration/locks.ts';
import { systemWriter } from '../events/record-event.ts';
import { writeMemberEvent } from '../members/member-row.ts';
import {
  createAccount,
  lockNewAccounts,
  raiseAccountRevision,
  retryOnAccountChange,
} from './change-account.ts';

type NewUser = { teamId: string; email: string; name: string; role: MemberRole };
type Call<Secret> = { ctx: { db: Administered }; input: NewUser & Secret };
type Created = { userId: string; isNew: boolean; isOperator: boolean };

/**
 * Creates an account in a team, or adds an existing account to the team, which keeps its name and password. For the
 * command line. The first account of an installation is an operator. Throws if the account is already a member.
 */
export async function createUser({ ctx, input }: Call<{ password: string }>): Promise<Created> {
  const { password, ...user } = input;
  return createUserWithHash({ ctx, input: { ...user, passwordHash: await hashPassword(password) } });
}

/** `createUser` with a password that is already hashed. */
export function createUserWithHash({ ctx, input }: Call<{ passwordHash: string }>): Promise<Created> {
  const { teamId, email, role, name, passwordHash } = input;
  const writer = systemWriter(teamId);
  return retryOnAccountChange(() =>
    ctx.db.administer(async (transaction) => {
      const { client, now } = transaction;
      await takeLock(transaction, 'members', teamId);
      await lockNewAccounts(transaction);
      const existing = await client.user.findUnique({ where: { email } });
      if (existing) await raiseAccountRevision(transaction, existing);
      const account = existing ?? (await createAccount(transaction, { email, name, passwordHash }));
      const { id: userId, isOperator } = account;
      if (await client.member.findUnique({ where: { teamId_userId: { teamId, userId } } }))
        throw new Error(`${email} is already a member of this team.`);
      await client.member.create({ data: { teamId, userId, role, createdAt: now } });
      await writeMemberEvent(writer, transaction, { id: userId, type: 'member.added' });
      return { userId, isNew: !existing, isOperator };
    }),
  );
}
