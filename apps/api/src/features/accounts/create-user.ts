import type { MemberRole } from '@crewboard/contracts';
import { newId } from '@crewboard/db';
import { hashPassword } from '../../auth/passwords.ts';
import type { Administered } from '../administration/change-record.ts';
import { takeLock } from '../administration/locks.ts';
import { systemWriter } from '../events/record-event.ts';
import { writeMemberEvent } from '../members/member-row.ts';
import { retryOnAccountChange, writeAccount } from './change-account.ts';

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
  const { teamId, email, role } = input;
  const writer = systemWriter(teamId);
  return retryOnAccountChange(() =>
    ctx.db.administer(async (transaction) => {
      const { client, now } = transaction;
      await takeLock(transaction, 'members', teamId);
      // One at a time: only one account becomes the first operator, and an address never gets two accounts.
      await takeLock(transaction, 'accounts', '');
      const existing = await client.user.findUnique({ where: { email } });
      if (existing) await writeAccount(transaction, existing, {});
      const { id: userId, isOperator } =
        existing ??
        (await client.user.create({
          data: {
            ...{ id: newId(), email, name: input.name, passwordHash: input.passwordHash },
            isOperator: !(await client.user.findFirst({ select: { id: true } })),
            ...{ createdAt: now, updatedAt: now },
          },
        }));
      if (await client.member.findUnique({ where: { teamId_userId: { teamId, userId } } }))
        throw new Error(`${email} is already a member of this team.`);
      await client.member.create({ data: { teamId, userId, role, createdAt: now } });
      await writeMemberEvent(writer, transaction, { id: userId, type: 'member.added' });
      return { userId, isNew: !existing, isOperator };
    }),
  );
}
