import {
  type ListMembers,
  type ListPeople,
  type MemberPage,
  maxAgents,
  type Person,
} from '@crewboard/contracts';
import { defineStatement, queryMany, raw, sql } from '@crewboard/db';
import { z } from 'zod';
import type { MemberActor } from '../../auth/actor.ts';
import { AppError } from '../../errors.ts';
import { setCursors, toPage } from '../read-page.ts';
import type { Call, VerbContext } from '../verb-context.ts';
import { type MemberRow, memberRow, toMember } from './member-row.ts';

type Row = MemberRow & { sortName: string };

type Params = { teamId: string; limit: number; name: string | null; userId: string | null };

/** `name` and `userId` are the cursor. The last activity is looked up for the rows of the page only. */
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

/** Name and id of the last member of a page: the cursor stays valid when that member is removed or renamed. */
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

async function readMembers({ ctx, input }: Call<typeof ListMembers | typeof ListPeople>) {
  const { limit, cursor } = input;
  const [name, userId] = cursor ? parseCursor(cursor) : [null, null];
  const params = { teamId: ctx.actor.teamId, limit: limit + 1, name, userId };
  const found = await queryMany(ctx.db.reads, statement, params);
  const page = toPage(found, limit, toCursor);
  setCursors(ctx, page);
  return page;
}

/** A page of the members of the team, by name in any case, as admins see them. Throws INVALID_CURSOR. */
export async function pageMembers(call: Call<typeof ListMembers, MemberActor>): Promise<MemberPage> {
  const { rows, nextCursor } = await readMembers(call);
  return { members: rows.map(toMember), nextCursor };
}

/** A page of the same order with id and name alone. Throws INVALID_CURSOR. */
export async function listMembers(call: Call<typeof ListPeople>): Promise<Person[]> {
  const { rows } = await readMembers(call);
  return rows.map(({ userId, name }) => ({ id: userId, name }));
}

/** As many as a team has agents. */
const names = defineStatement<{ teamId: string }, Person>(
  ({ teamId }) => sql`
  select users.id, users.name from members join users on users.id = members.user_id
  where team_id = ${teamId} order by lower(users.name), users.id limit ${raw(String(maxAgents))}`,
);

/** The names of the members: at most 10,000. */
export const listMemberNames = ({ ctx }: { ctx: VerbContext }): Promise<Person[]> =>
  queryMany(ctx.db.reads, names, { teamId: ctx.actor.teamId });
