import {
  type ListMembers,
  type MemberPage,
  maxAgents,
  type PageMembers,
  type Person,
} from '@crewboard/contracts';
import { defineStatement, type Queryable, queryMany, raw, sql } from '@crewboard/db';
import { z } from 'zod';
import type { MemberActor } from '../../auth/actor.ts';
import { AppError } from '../../errors.ts';
import { setCursors, toPage } from '../read-page.ts';
import type { Call, VerbContext } from '../verb-context.ts';
import { type MemberRow, memberRow, toMember } from './member-row.ts';

type Row = MemberRow & { sortName: string };

type Params = { teamId: string; limit: number; name: string | null; userId: string | null };

/** `name` and `userId` are the cursor. The subquery ends the page before the last activity of each row is looked up. */
const statement = defineStatement<Params, Row>(
  ({ teamId, limit, name, userId }) => sql`
  select ${memberRow.columns('page')}, "sortName" from (
    select members.*, users.name, users.email, lower(users.name) as "sortName"
    from members join users on users.id = members.user_id
    where team_id = ${teamId}
      and (${name}::text is null or (lower(users.name), users.id) > (${name}, ${userId}::text))
    order by lower(users.name), users.id limit ${limit}
  ) as page order by "sortName", user_id`,
);

/** The name and the id of the last member of a page. The cursor stays valid if that member is removed or renamed. */
const CursorPosition = z.tuple([z.string(), z.string()]);

const toCursor = ({ sortName, userId }: Row) =>
  Buffer.from(JSON.stringify([sortName, userId])).toString('base64url');

function parseCursor(cursor: string): z.infer<typeof CursorPosition> {
  try {
    const position = CursorPosition.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
    if (position.every((part) => part.isWellFormed() && !part.includes('\0'))) return position;
  } catch {}
  throw new AppError('INVALID_CURSOR', 'The cursor is not the `nextCursor` of a page of members.');
}

async function readMembers({ ctx, input }: Call<typeof PageMembers | typeof ListMembers>) {
  const { limit, cursor } = input;
  const [name, userId] = cursor ? parseCursor(cursor) : [null, null];
  const params = { teamId: ctx.actor.teamId, limit: limit + 1, name, userId };
  const found = await queryMany(ctx.db.reads, statement, params);
  const page = toPage(found, limit, toCursor);
  setCursors(ctx, page);
  return page;
}

/** A page of the members as admins see them, ordered by name without regard to case. Throws INVALID_CURSOR. */
export async function pageMembers(call: Call<typeof PageMembers, MemberActor>): Promise<MemberPage> {
  const { rows, nextCursor } = await readMembers(call);
  return { members: rows.map(toMember), nextCursor };
}

/** A page of the members in the same order, with id and name alone. Throws INVALID_CURSOR. */
export async function listMembers(call: Call<typeof ListMembers>): Promise<Person[]> {
  const { rows } = await readMembers(call);
  return rows.map(({ userId, name }) => ({ id: userId, name }));
}

/** Bounded by the maximum of agents of a team, because the number of members has no maximum of its own. */
const selectMemberNames = defineStatement<{ teamId: string }, Person>(
  ({ teamId }) => sql`
  select users.id, users.name from members join users on users.id = members.user_id
  where team_id = ${teamId} order by lower(users.name), users.id limit ${raw(String(maxAgents))}`,
);

/** The ids and names of the members: at most 10,000. */
export const listMemberNames = ({ ctx }: { ctx: VerbContext }): Promise<Person[]> =>
  queryMany(ctx.db.reads, selectMemberNames, { teamId: ctx.actor.teamId });

const selectNames = defineStatement<{ userIds: readonly string[] }, Person>(
  ({ userIds }) => sql`select id, name from users where id = any(${userIds}::text[])`,
);

/** The current names of people by their ids. Includes people who have left the team, whom events still name. */
export async function findNames(
  db: Queryable,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const people = await queryMany(db, selectNames, { userIds });
  return new Map(people.map(({ id, name }) => [id, name]));
}
