import type { CreateProject, Project } from '@crewboard/contracts';
import { newId } from '@crewboard/db';
import type { z } from 'zod';
import type { VerbContext } from '../../trpc/context.ts';
import { recordEvent, writer } from '../events/record-event.ts';
import { type ProjectRow, projectColumns, projectJson, toProject } from './project-row.ts';

type Call = { ctx: VerbContext; input: z.output<typeof CreateProject> };

const statement = `
  with created as (
    insert into projects (id, team_id, name, description) values ($5, $1, $6, $7) returning *
  ),
  event as (${recordEvent({ type: 'project.created', subject: 'project', json: projectJson, after: 'created' })})
  select ${projectColumns('created')} from created`;

export async function createProject({ ctx, input }: Call): Promise<Project> {
  const { rows } = await ctx.db.pool.query<ProjectRow>(statement, [
    ...writer(ctx),
    newId(),
    input.name,
    input.description ?? null,
  ]);
  return toProject(rows[0] as ProjectRow);
}
