import type { Project } from '@crewboard/contracts';
import type { VerbContext } from '../../trpc/context.ts';
import { type ProjectRow, projectColumns, toProject } from './project-row.ts';

const statement = `
  select ${projectColumns('projects')} from projects where team_id = $1 order by created_at, id`;

/** All projects of the team, the oldest first. */
export async function listProjects({ ctx }: { ctx: VerbContext }): Promise<Project[]> {
  const { rows } = await ctx.db.reads.query<ProjectRow>(statement, [ctx.actor.teamId]);
  return rows.map(toProject);
}
