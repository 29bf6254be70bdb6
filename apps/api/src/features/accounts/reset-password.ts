import type { Database } from '@crewboard/db';
import { hashPassword } from '../../auth/passwords.ts';

type Call = { ctx: { db: Database }; input: { email: string; password: string } };

/** The sessions end with the password that opened them. */
const statement = `
  with changed as (
    update users set password_hash = $2, updated_at = now() where email = $1 returning id
  ),
  ended as (
    update sessions set revoked_at = now() from changed where user_id = changed.id and revoked_at is null
  )
  select id from changed`;

export async function resetPassword({ ctx, input }: Call): Promise<void> {
  const { rowCount } = await ctx.db.pool.query(statement, [input.email, await hashPassword(input.password)]);
  if (!rowCount) throw new Error(`There is no account with the address ${input.email}.`);
}
