import type { SignedIn, SignIn } from '@crewboard/contracts';
import { defineStatement, type Queryable, queryMany, queryOne, raw, sql } from '@crewboard/db';
import type { z } from 'zod';
import { isPassword } from '../../auth/passwords.ts';
import type { SignInSource } from '../../auth/sign-in-limits.ts';
import type { VerbContext } from '../verb-context.ts';
import { startSession } from './start-session.ts';

type Call = {
  ctx: Pick<VerbContext, 'signInLimits' | 'requestId'> & { db: Queryable };
  input: z.output<typeof SignIn>;
};

type User = { id: string; name: string; email: string; passwordHash: string };

const selectUser = defineStatement<{ email: string }, User>(
  ({ email }) =>
    sql`select id, name, email, password_hash as "passwordHash" from users where email = ${email}`,
);

const maxSessions = 100;

/** Of this person's sessions those that have ended, and the oldest beyond 100; at most 1,000 at once. */
const deleteFormerSessions = defineStatement<{ userId: string }, object>(
  ({ userId }) => sql`
  delete from sessions where id in (
    select id from (
      select id, "hasEnded", row_number() over (order by "hasEnded", created_at desc, id desc) as place
      from sessions, lateral (select revoked_at is not null or expires_at <= now() as "hasEnded") as state
      where user_id = ${userId}
    ) as own
    where "hasEnded" or place > ${raw(String(maxSessions))} limit 1000)`,
);

/**
 * Opens a session for an e-mail address and its password. An unknown address and a wrong password get the same
 * UNAUTHENTICATED after the same work; beyond the limits of `SignInLimits` no password is checked: RATE_LIMITED.
 * A person has at most 100 sessions: one more ends the oldest.
 */
export async function signIn({ ctx, input }: Call): Promise<SignedIn> {
  const { address, device, password } = input;
  const email = input.email.trim().toLowerCase();
  return ctx.signInLimits.admit(
    { email, address, device },
    {
      checkPassword: () => findUser(ctx, email, password),
      openSession: (user, source) => openSession({ ctx, input }, user, source),
    },
  );
}

async function findUser({ db }: Call['ctx'], email: string, password: string): Promise<User | undefined> {
  const user = await queryOne(db, selectUser, { email });
  const isRight = await isPassword(password, user?.passwordHash);
  return isRight ? user : undefined;
}

async function openSession(
  { ctx, input }: Call,
  user: User,
  source: SignInSource,
): Promise<SignedIn | undefined> {
  const { db, signInLimits } = ctx;
  const session = await startSession({ ctx, input, user, source });
  if (!session) return undefined;
  await queryMany(db, deleteFormerSessions, { userId: user.id });
  return {
    userId: user.id,
    sessionId: session.id,
    name: user.name,
    email: user.email,
    expiresAt: session.expiresAt.toISOString(),
    device: await signInLimits.issueDeviceToken(user.email, source.deviceId),
  };
}
