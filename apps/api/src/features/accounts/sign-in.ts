import { createHash } from 'node:crypto';
import type { SignedIn, SignIn } from '@crewboard/contracts';
import { newId } from '@crewboard/db';
import type { z } from 'zod';
import { isPassword } from '../../auth/passwords.ts';
import { AppError } from '../../errors.ts';
import type { TeamDatabase } from '../../limits/team-databases.ts';

type Call = { ctx: { db: TeamDatabase }; input: z.output<typeof SignIn> };

/** Wrong passwords that an account may get from one address within 15 minutes. */
const maxTries = 5;

/** One row for each account and address: contenders queue for it, so no try goes uncounted. */
const countTry = `
  insert into sign_in_tries as t (key, tries, started_at) values ($1, 1, now())
  on conflict (key) do update set
    tries = case when t.started_at < now() - interval '15 minutes' then 1 else t.tries + 1 end,
    started_at = case when t.started_at < now() - interval '15 minutes' then now() else t.started_at end
  returning tries`;

/** Not with a password that was changed since it was looked up: a reset that is under way is waited for. */
const startSession = `
  with account as (
    select id from users where id = $2 and password_hash = $3 for share
  )
  insert into sessions (id, user_id, expires_at) select $1, id, now() + interval '30 days' from account
  returning expires_at as "expiresAt"`;

/** The tries of this account from this address, old ones of all, and what has ended of this person's sessions. */
const cleanUp = `
  with tries as (
    delete from sign_in_tries where key = $1 or key in (
      select key from sign_in_tries where started_at < now() - interval '15 minutes'
      order by started_at limit 100 for update skip locked)
  )
  delete from sessions where user_id = $2 and (revoked_at is not null or expires_at < now())`;

const refused = () =>
  new AppError(
    'UNAUTHENTICATED',
    'The e-mail address or the password is wrong. After five wrong passwords, wait 15 minutes.',
  );

/**
 * Opens a session for an e-mail address and its password. An unknown address, a wrong password and too many tries
 * get the same refusal after the same time.
 */
export async function signIn({ ctx, input }: Call): Promise<SignedIn> {
  const { pool, prisma } = ctx.db;
  const email = input.email.trim().toLowerCase();
  const key = createHash('sha256').update(`${email}\0${input.address}`).digest();
  const { rows } = await pool.query<{ tries: number }>(countTry, [key]);
  const user = await prisma.user.findUnique({ where: { email } });
  const isRight = await isPassword(input.password, user?.passwordHash);
  if (!user || !isRight || (rows[0]?.tries ?? 0) > maxTries) throw refused();
  const id = newId();
  const opened = await pool.query<{ expiresAt: Date }>(startSession, [id, user.id, user.passwordHash]);
  const session = opened.rows[0];
  if (!session) throw refused();
  await pool.query(cleanUp, [key, user.id]);
  const expiresAt = session.expiresAt.toISOString();
  return { userId: user.id, sessionId: id, name: user.name, email: user.email, expiresAt };
}
