import { maxProjects, type ProjectSummary } from '@crewboard/contracts';
import { defineStatement, queryMany, raw, sql } from '@crewboard/db';
import { pauseOf } from '../pause-column.ts';
import type { VerbContext } from '../verb-context.ts';

const statement = defineStatement<{ teamId: string }, ProjectSummary>(
  ({ teamId }) => sql`
  select id, name, ${pauseOf('projects.team_id', 'projects.id')} as paused from projects where team_id = ${teamId} and archived_at is null
  order by created_at, id limit ${raw(String(maxProjects))}`,
);

/** The ids and names of all projects of the team: at most 10,000, the oldest first. */
export async function listProjectSummaries({ ctx }: { ctx: VerbContext }): Promise<ProjectSummary[]> {
  return queryMany(ctx.db.reads, statement, { teamId: ctx.actor.teamId });
}
