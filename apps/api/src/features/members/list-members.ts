import type { ListMembers, MemberPage } from '@crewboard/contracts';
import { defineStatement, queryMany, sql } from '@crewboard/db';
import { z } from 'zod';
import type { MemberActor } from '../../auth/actor.ts';
import { AppError } from '../../errors.ts';
import { toPage } from '../read-page.ts';
import type { VerbContext } from '../verb-context.ts';
import { type MemberRow, memberRow, toMember } from './member-row.ts';

type Call = { ctx: VerbContext<MemberActor>; input: z.output<typeof ListMembers> };
type Row = MemberRow & { sortName: string };

type Params = { teamId: string; limit: number; name: string | null; userId: string | null };

/** `name` and `userId` are the place of the last member of the page before. Last uses are looked up for the page alone. */
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

/** A place in the list, not a member: so the list goes on after somebody was removed or renamed. */
const Place = z.tuple([z.string(), z.string()]);

const writePlace = ({ sortName, userId }: Row) =>
  Buffer.from(JSON.stringify([sortName, userId])).toString('base64url');

function readPlace(cursor: string): z.infer<typeof Place> {
  try {
    const place = Place.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
    if (place.every((part) => part.isWellFormed() && !part.includes('\0'))) return place;
  } catch {}
  throw new AppError('INVALID_CURSOR', 'The cursor is not the `nextCursor` of a page of members.');
}

/** A page of the members of the team, by name in any case. Throws INVALID_CURSOR. */
export async function listMembers({ ctx, input }: Call): Promise<MemberPage> {
  const { limit, cursor } = input;
  const [name, userId] = cursor ? readPlace(cursor) : [null, null];
  const params = { teamId: ctx.actor.teamId, limit: limit + 1, name, userId };
  const found = await queryMany(ctx.db.reads, statement, params);
  const { rows, nextCursor } = toPage(found, limit, writePlace);
  return { members: rows.map(toMember), nextCursor };
}
