import { maxProjects, type ProjectSummary } from '@crewboard/contracts';
import { defineStatement, queryMany, raw, sql } from '@crewboard/db';
import type { VerbContext } from '../verb-context.ts';

const statement = defineStatement<{ teamId: string }, ProjectSummary>(
  ({ teamId }) => sql`
  select id, name from projects where team_id = ${teamId}
  order by created_at, id limit ${raw(String(maxProjects))}`,
);

/** All projects of the team by name alone: at most 10,000, the oldest first. */
export async function listProjectSummaries({ ctx }: { ctx: VerbContext }): Promise<ProjectSummary[]> {
  return queryMany(ctx.db.reads, statement, { teamId: ctx.actor.teamId });
}
