import { type CreateProject, maxProjects, type Project } from '@crewboard/contracts';
import { newId } from '@crewboard/db';
import type { z } from 'zod';
import { AppError } from '../../errors.ts';
import { recordEvent, writer } from '../events/record-event.ts';
import type { VerbContext } from '../verb-context.ts';
import { type ProjectRow, projectColumns, projectJson, toProject } from './project-row.ts';

type Call = { ctx: VerbContext; input: z.output<typeof CreateProject> };

const limitReached = () =>
  new AppError(
    'LIMIT_REACHED',
    `The team has ${maxProjects.toLocaleString('en')} projects, the most it may have. Rename one that is no longer used.`,
  );

/** Those who create projects of a team wait for each other at its row: each counts those from before it. */
const statement = `
  with team as (select id from teams where id = $1 for no key update),
  created as (
    insert into projects (id, team_id, name, description)
    select $5, $1, $6, $7 from team where count_projects(team.id) < ${maxProjects}
    returning *
  ),
  event as (${recordEvent({ type: 'project.created', subject: 'project', json: projectJson, after: 'created' })})
  select ${projectColumns('created')} from created`;

/** Creates a project. Throws LIMIT_REACHED at 10,000 projects of the team. */
export async function createProject({ ctx, input }: Call): Promise<Project> {
  const { rows } = await ctx.db.pool.query<ProjectRow>(statement, [
    ...writer(ctx),
    newId(),
    input.name,
    input.description ?? null,
  ]);
  if (!rows[0]) throw limitReached();
  return toProject(rows[0]);
}
