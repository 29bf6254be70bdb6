import { defineStatement, type Queryable, queryMany, sql } from '@crewboard/db';

/** Also of people who have left the team, as events name them. */
const statement = defineStatement<{ userIds: readonly string[] }, { id: string; name: string }>(
  ({ userIds }) => sql`select id, name from users where id = any(${userIds}::text[])`,
);

/** The current names of people, by their ids. */
export async function findNames(
  db: Queryable,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const found = await queryMany(db, statement, { userIds });
  return new Map(found.map(({ id, name }) => [id, name]));
}
