import { maxProjects, type ProjectSummary } from '@crewboard/contracts';
import type { VerbContext } from '../verb-context.ts';

const statement = `
  select id, name from projects where team_id = $1 order by created_at, id limit ${maxProjects}`;

/** All projects of the team by name alone: at most 10,000, the oldest first. */
export async function listProjectSummaries({ ctx }: { ctx: VerbContext }): Promise<ProjectSummary[]> {
  const { rows } = await ctx.db.reads.query<ProjectSummary>(statement, [ctx.actor.teamId]);
  return rows;
}
