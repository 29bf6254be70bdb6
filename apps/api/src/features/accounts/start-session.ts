import type { SignIn } from '@crewboard/contracts';
import { newId, type Transaction, type UserModel } from '@crewboard/db';
import type { z } from 'zod';
import type { SignInSource } from '../../auth/sign-in-limits.ts';
import type { Administered } from '../administration/change-record.ts';
import {
  changeAccount,
  lockUnchangedAccount,
  retryOnAccountChange,
  writeAccountEvent,
} from './change-account.ts';

type Call = {
  ctx: { db: Administered; requestId: string };
  input: Pick<z.output<typeof SignIn>, 'address' | 'userAgent'>;
  user: { id: string; passwordHash: string };
  source: SignInSource;
};

type Session = { id: string; expiresAt: string };

const lifetimeMs = 30 * 86_400_000;

/**
 * Opens a session for 30 days. Undefined if the account was erased, or its password changed, after the check. For a
 * browser without a device token of the account, writes an event in each team of the person.
 */
export async function startSession({ ctx, input, user, source }: Call): Promise<Session | undefined> {
  const id = newId();
  const open = async (transaction: Transaction, account: UserModel): Promise<Session | undefined> => {
    const { client, now } = transaction;
    if (account.passwordHash !== user.passwordHash) return undefined;
    // Without the lock, a password reset at the same time would not end this session.
    await lockUnchangedAccount(transaction, account);
    const expiresAt = new Date(now.getTime() + lifetimeMs);
    await client.session.create({
      data: {
        ...{ id, userId: user.id, createdAt: now, lastActiveAt: now, expiresAt },
        ...{ source: source.addressSource, address: input.address, userAgent: input.userAgent ?? null },
      },
      select: { id: true },
    });
    return { id, expiresAt: expiresAt.toISOString() };
  };
  // A known device writes no event, so it need not lock the members of the teams.
  if (source.deviceId !== undefined)
    return retryOnAccountChange(() =>
      ctx.db.administer(async (transaction) => {
        const account = await transaction.client.user.findUnique({ where: { id: user.id } });
        return account ? open(transaction, account) : undefined;
      }),
    );
  return changeAccount(ctx.db, { id: user.id }, async (transaction, account) => {
    const session = await open(transaction, account);
    const actor = { kind: 'user', id: user.id, sessionId: id } as const;
    const writer = { actor, requestId: ctx.requestId };
    if (session)
      await writeAccountEvent(writer, transaction, { id: user.id, type: 'member.signed_in_on_new_device' });
    return session;
  });
}
