import type { SignedIn, SignIn } from '@crewboard/contracts';
import { newId } from '@crewboard/db';
import type { z } from 'zod';
import { isPassword } from '../../auth/passwords.ts';
import type { SignInSource } from '../../auth/sign-in-limits.ts';
import type { TeamDatabase } from '../../limits/team-databases.ts';
import type { Context } from '../../trpc/context.ts';

type Call = {
  ctx: Pick<Context, 'signInLimits'> & { db: Pick<TeamDatabase, 'pool'> };
  input: z.output<typeof SignIn>;
};

type User = { id: string; name: string; email: string; passwordHash: string };

const selectUser = `select id, name, email, password_hash as "passwordHash" from users where email = $1`;

/** Not with a password that was changed since it was looked up: a reset that is under way is waited for. */
const startSession = `
  with account as (
    select id from users where id = $2 and password_hash = $3 for share
  )
  insert into sessions (id, user_id, expires_at, source)
  select $1, id, now() + interval '30 days', $4 from account
  returning expires_at as "expiresAt"`;

/** What has ended of this person's sessions. */
const deleteEndedSessions = `
  delete from sessions where user_id = $1 and (revoked_at is not null or expires_at < now())`;

/**
 * Opens a session for an e-mail address and its password. An unknown address and a wrong password get the same
 * UNAUTHENTICATED after the same work; beyond the limits of `SignInLimits` no password is checked: RATE_LIMITED.
 */
export async function signIn({ ctx, input }: Call): Promise<SignedIn> {
  const { address, device, password } = input;
  const email = input.email.trim().toLowerCase();
  return ctx.signInLimits.admit({ email, address, device }, (source) =>
    openSession({ ctx, email, password, source }),
  );
}

type Opening = Pick<Call, 'ctx'> & { email: string; password: string; source: SignInSource };

/** Undefined when the pair is wrong. */
async function openSession({ ctx, email, password, source }: Opening): Promise<SignedIn | undefined> {
  const { pool } = ctx.db;
  const found = await pool.query<User>(selectUser, [email]);
  const user = found.rows[0];
  const isRight = await isPassword(password, user?.passwordHash);
  if (!user || !isRight) return undefined;
  const id = newId();
  const values = [id, user.id, user.passwordHash, source.addressSource];
  const opened = await pool.query<{ expiresAt: Date }>(startSession, values);
  const session = opened.rows[0];
  if (!session) return undefined;
  await pool.query(deleteEndedSessions, [user.id]);
  return {
    userId: user.id,
    sessionId: id,
    name: user.name,
    email: user.email,
    expiresAt: session.expiresAt.toISOString(),
    device: await ctx.signInLimits.issueDeviceToken(email, source.deviceId),
  };
}
