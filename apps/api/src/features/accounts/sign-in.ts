import type { SignedIn, SignIn } from '@crewboard/contracts';
import { defineStatement, type Queryable, queryMany, queryOne, raw, sql } from '@crewboard/db';
import type { z } from 'zod';
import { verifyPassword } from '../../auth/passwords.ts';
import type { SignInSource } from '../../auth/sign-in-limits.ts';
import type { Administered } from '../administration/change-record.ts';
import type { VerbContext } from '../verb-context.ts';
import { isNotErased } from './erased-account.ts';
import { startSession } from './start-session.ts';

type Call = {
  ctx: Pick<VerbContext, 'signInLimits' | 'requestId'> & { db: Administered & Queryable };
  input: z.output<typeof SignIn>;
};

type User = { id: string; name: string; email: string; passwordHash: string };

const selectUser = defineStatement<{ email: string }, User>(
  ({ email }) =>
    sql`select id, name, email, password_hash as "passwordHash" from users where email = ${email} and ${isNotErased}`,
);

const maxSessionsPerUser = 100;

/**
 * Deletes the ended sessions of a person, and the active ones beyond the newest 100: at most 1,000 rows for each call.
 */
const deleteExcessSessions = defineStatement<{ userId: string }, object>(
  ({ userId }) => sql`
  delete from sessions where id in (
    select id from (
      select id, "hasEnded", row_number() over (order by "hasEnded", created_at desc, id desc) as rank
      from sessions, lateral (select revoked_at is not null or expires_at <= now() as "hasEnded") as state
      where user_id = ${userId}
    ) as ranked
    where "hasEnded" or rank > ${raw(String(maxSessionsPerUser))} limit 1000)`,
);

/**
 * Opens a session. A person has at most 100: one more ends the oldest. Throws RATE_LIMITED (see `SignInLimits`), and
 * UNAUTHENTICATED for an unknown e-mail address or a wrong password, after the same work, so that the time does not
 * reveal which of them it was.
 */
export async function signIn({ ctx, input }: Call): Promise<SignedIn> {
  const { address, device, password } = input;
  const email = input.email.trim().toLowerCase();
  return ctx.signInLimits.admit(
    { account: email, address, device },
    {
      checkPassword: () => checkPassword(ctx, email, password),
      proceed: (user, source) => startSessionOf({ ctx, input }, user, source),
    },
  );
}

async function checkPassword(
  { db }: Call['ctx'],
  email: string,
  password: string,
): Promise<User | undefined> {
  const user = await queryOne(db, selectUser, { email });
  // Takes as long without a hash.
  const isCorrect = await verifyPassword(password, user?.passwordHash);
  return isCorrect ? user : undefined;
}

/**
 * Undefined if the account was erased, or its password changed, since the check of the password: `admit` rejects this
 * like a wrong password.
 */
async function startSessionOf(
  { ctx, input }: Call,
  user: User,
  source: SignInSource,
): Promise<SignedIn | undefined> {
  const { db, signInLimits } = ctx;
  const session = await startSession({ ctx, input, user, source });
  if (!session) return undefined;
  await queryMany(db, deleteExcessSessions, { userId: user.id });
  return {
    userId: user.id,
    sessionId: session.id,
    name: user.name,
    email: user.email,
    expiresAt: session.expiresAt,
    device: await signInLimits.issueDeviceToken(user.email, source.deviceId),
  };
}
