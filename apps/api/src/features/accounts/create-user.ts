import type { MemberRole } from '@crewboard/contracts';
import { newId } from '@crewboard/db';
import { hashPassword } from '../../auth/passwords.ts';
import type { Administered } from '../administration/change-record.ts';
import { takeLock } from '../administration/locks.ts';
import { systemWriter } from '../events/record-event.ts';
import { writeMemberEvent } from '../members/write-member-event.ts';
import { untilUnchanged, writeAccount } from './change-account.ts';

type NewUser = { teamId: string; email: string; name: string; role: MemberRole };
type Call<Secret> = { ctx: { db: Administered }; input: NewUser & Secret };
type Created = { userId: string; isNew: boolean; isOperator: boolean };

/** Creates an account that is a member of a team, or adds an existing account to it. Throws for one who is a member. */
export async function createUser({ ctx, input }: Call<{ password: string }>): Promise<Created> {
  const { password, ...user } = input;
  return createUserWithHash({ ctx, input: { ...user, passwordHash: await hashPassword(password) } });
}

/**
 * The same for a password that is hashed already. An existing account keeps its name and password. The first account of
 * an installation is an operator.
 */
export function createUserWithHash({ ctx, input }: Call<{ passwordHash: string }>): Promise<Created> {
  const { teamId, email, role } = input;
  const writer = systemWriter(teamId);
  return untilUnchanged(() =>
    ctx.db.administer(async (transaction) => {
      const { client, now } = transaction;
      await takeLock(transaction, 'members', teamId);
      // One at a time: of two first accounts one is an operator, and an address has one account.
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
