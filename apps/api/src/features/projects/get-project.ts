import type { Project, ProjectTarget } from '@crewboard/contracts';
import type { z } from 'zod';
import { notFound } from '../../errors.ts';
import type { VerbContext } from '../verb-context.ts';
import { type ProjectRow, projectColumns, toProject } from './project-row.ts';

type Call = { ctx: VerbContext; input: z.output<typeof ProjectTarget> };

const statement = `
  select ${projectColumns('projects')} from projects where id = $1 and team_id = $2`;

export async function getProject({ ctx, input }: Call): Promise<Project> {
  const { rows } = await ctx.db.pool.query<ProjectRow>(statement, [input.projectId, ctx.actor.teamId]);
  if (!rows[0]) throw notFound();
  return toProject(rows[0]);
}
