import type { Database } from '@crewboard/db';

type Call = { ctx: { db: Database }; input: { email: string; isOperator: boolean } };

/**
 * All operators are locked in one order, so that of those who remove operators at once each sees what the one before
 * has left. $1 the e-mail address, $2 whether to make an operator.
 */
const statement = `
  with operators as materialized (
    select id from users where is_operator and not $2::boolean order by id for no key update
  ),
  changed as (
    update users set is_operator = $2, updated_at = now()
    where email = $1 and is_operator <> $2 and ($2 or (select count(*) from operators) > 1)
    returning id
  )
  select not exists (select from changed) and id in (select id from operators) as "isLast" from users where email = $1`;

/**
 * Makes an account an operator, or no longer one. What it is already, it stays. Throws when there is no such account,
 * and for the last operator.
 */
export async function setOperator({ ctx, input }: Call): Promise<void> {
  const { email, isOperator } = input;
  const { rows } = await ctx.db.pool.query<{ isLast: boolean }>(statement, [email, isOperator]);
  const [row] = rows;
  if (!row) throw new Error(`there is no account with the address ${email}. List them with: user list`);
  if (row.isLast) throw new Error(`${email} is the last operator. Add another one first: operator add EMAIL`);
}
