import type { Project, ProjectTarget } from '@crewboard/contracts';
import { defineStatement, queryOne, sql } from '@crewboard/db';
import { notFound } from '../../errors.ts';
import { uncountedTasks } from '../events/uncounted.ts';
import type { Call } from '../verb-context.ts';
import { type ProjectRow, projectRow, toProject } from './project-row.ts';

const statement = defineStatement<{ projectId: string; teamId: string }, ProjectRow>(
  ({ projectId, teamId }) => sql`
  with ${uncountedTasks(teamId)}
  select ${projectRow.columns('projects')} from projects where id = ${projectId} and team_id = ${teamId}`,
);

export async function getProject({ ctx, input }: Call<typeof ProjectTarget>): Promise<Project> {
  const row = await queryOne(ctx.db, statement, { projectId: input.projectId, teamId: ctx.actor.teamId });
  if (!row) throw notFound();
  return toProject(row);
}
