import type { Team } from '@crewboard/contracts';
import { defineStatement, queryOne, sql } from '@crewboard/db';
import { notFound } from '../../errors.ts';
import type { VerbContext } from '../verb-context.ts';
import { type TeamRow, teamRow, toTeam } from './team-row.ts';

const statement = defineStatement<{ teamId: string }, TeamRow>(
  ({ teamId }) => sql`select ${teamRow.columns('teams')} from teams where id = ${teamId}`,
);

/** The caller's team, with its pause. */
export async function getTeam({ ctx }: { ctx: VerbContext }): Promise<Team> {
  const row = await queryOne(ctx.db, statement, { teamId: ctx.actor.teamId });
  if (!row) throw notFound();
  return toTeam(row);
}
