import { defineStatement, type Queryable, queryOne, sql } from '@crewboard/db';

type Call = { ctx: { db: Queryable }; input: { email: string; isOperator: boolean } };

/** Locks all operators in one order, so that each of several concurrent removals sees the result of the one before. */
const statement = defineStatement<Call['input'], { isLast: boolean }>(
  ({ email, isOperator }) => sql`
  with operators as materialized (
    select id from users where is_operator and not ${isOperator}::boolean order by id for no key update
  ),
  changed as (
    update users set is_operator = ${isOperator}, updated_at = now()
    where email = ${email} and is_operator <> ${isOperator} and (${isOperator} or (select count(*) from operators) > 1)
    returning id
  )
  select not exists (select from changed) and id in (select id from operators) as "isLast" from users where email = ${email}`,
);

/**
 * Makes an account an operator or removes it from the operators; changes nothing if it already is one, or is none.
 * Throws when there is no such account, and for the last operator.
 */
export async function setOperator({ ctx, input }: Call): Promise<void> {
  const { email } = input;
  const row = await queryOne(ctx.db, statement, input);
  if (!row) throw new Error(`there is no account with the address ${email}. List them with: user list`);
  if (row.isLast) throw new Error(`${email} is the last operator. Add another one first: operator add EMAIL`);
}
