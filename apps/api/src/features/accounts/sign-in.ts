import type { SignedIn, SignIn } from '@crewboard/contracts';
import type { z } from 'zod';
import { isPassword } from '../../auth/passwords.ts';
import type { SignInSource } from '../../auth/sign-in-limits.ts';
import type { TeamDatabase } from '../../limits/team-databases.ts';
import type { Context } from '../../trpc/context.ts';
import { startSession } from './start-session.ts';

type Call = {
  ctx: Pick<Context, 'signInLimits' | 'requestId'> & { db: Pick<TeamDatabase, 'pool'> };
  input: z.output<typeof SignIn>;
};

type User = { id: string; name: string; email: string; passwordHash: string };

const selectUser = `select id, name, email, password_hash as "passwordHash" from users where email = $1`;

/** What has ended of this person's sessions. */
const deleteEndedSessions = `
  delete from sessions where user_id = $1 and (revoked_at is not null or expires_at < now())`;

/**
 * Opens a session for an e-mail address and its password. An unknown address and a wrong password get the same
 * UNAUTHENTICATED after the same work; beyond the limits of `SignInLimits` no password is checked: RATE_LIMITED.
 */
export async function signIn({ ctx, input }: Call): Promise<SignedIn> {
  const { address, device, password } = input;
  // PostgreSQL takes no NUL in a text.
  const email = input.email.replaceAll('\0', '').trim().toLowerCase();
  return ctx.signInLimits.admit({ email, address, device }, (source) =>
    openSession({ ctx, input, email, password, source }),
  );
}

type Opening = Call & { email: string; password: string; source: SignInSource };

/** Undefined when the pair is wrong. */
async function openSession({ ctx, input, email, password, source }: Opening): Promise<SignedIn | undefined> {
  const { pool } = ctx.db;
  const found = await pool.query<User>(selectUser, [email]);
  const user = found.rows[0];
  const isRight = await isPassword(password, user?.passwordHash);
  if (!user || !isRight) return undefined;
  const session = await startSession({ ctx, input, user, source });
  if (!session) return undefined;
  await pool.query(deleteEndedSessions, [user.id]);
  return {
    userId: user.id,
    sessionId: session.id,
    name: user.name,
    email: user.email,
    expiresAt: session.expiresAt.toISOString(),
    device: await ctx.signInLimits.issueDeviceToken(email, source.deviceId),
  };
}
