import { openDatabase, queryOne, sql } from '@crewboard/db';
import type { Logger } from 'pino';
import { hashPassword } from './auth/passwords.ts';
import type { MigrateEnv } from './env.ts';
import { createFirstTeam } from './features/teams/create-first-team.ts';

/**
 * Creates the team and the account that the INIT_ variables describe, if the database has no account, so that an
 * installation without a shell can be used after its first start. Later runs change nothing.
 */
export async function setUpFirstTeam(env: MigrateEnv, log: Logger): Promise<void> {
  const {
    INIT_OWNER_EMAIL: email,
    INIT_OWNER_PASSWORD: password,
    INIT_TEAM: team,
    INIT_API_KEY: apiKey,
  } = env;
  if (!email || !password) return;
  // Without the timeouts of requests: no request waits for this transaction, and the first start of an installation must
  // not fail because its machine is so busy that it stands still for a second.
  const options = { maxConnections: 1, maxReadConnections: 1, hasTimeouts: false };
  const db = openDatabase(env.DATABASE_URL, options);
  try {
    // Return before the password is hashed, which takes 30 ms and 19 MiB.
    if (await queryOne(db, sql`select from users limit 1`)) return;
    const owner = { email, name: email.split('@')[0] ?? email, passwordHash: await hashPassword(password) };
    const created = await createFirstTeam({ ctx: { db }, input: { team, owner, apiKey } });
    if (created) log.info(created, 'created the first team and its owner');
  } finally {
    await db.close();
  }
}
