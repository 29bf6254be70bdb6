import { type Project, ProjectPatch, type UpdateProject } from '@crewboard/contracts';
import type { z } from 'zod';
import { notFound } from '../../errors.ts';
import { lockSubject, lockTaken } from '../events/lock-subject.ts';
import { recordEvent, writer } from '../events/record-event.ts';
import { assertPatch, changedAt, currentRow, patched } from '../patch.ts';
import type { VerbContext } from '../verb-context.ts';
import { type ProjectRow, projectColumns, projectJson, toProject } from './project-row.ts';

type Call = { ctx: VerbContext; input: z.output<typeof UpdateProject> };

const statement = `
  with ${lockSubject('projects', '$5')},
  target as (
    select * from projects where id = $5 and team_id = $1 and ${lockTaken} for no key update
  ),
  updated as (
    update projects
    set name = ${patched('name', 'name')}, description = ${patched('description', 'description')}, updated_at = ${changedAt}
    from target
    where projects.id = target.id
      and (${patched('name', 'name')}, ${patched('description', 'description')}) is distinct from (target.name, target.description)
    returning projects.*
  ),
  event as (${recordEvent({
    type: 'project.updated',
    subject: 'project',
    json: projectJson,
    before: 'target',
    after: 'updated',
  })})
  select ${projectColumns('project')}
  from target, ${currentRow('updated', 'project')}`;

/** Writes the given fields. What changes nothing keeps `updatedAt` and writes no event. */
export async function updateProject({ ctx, input }: Call): Promise<Project> {
  const { projectId, ...patch } = input;
  assertPatch(patch, ProjectPatch);
  const { rows } = await ctx.db.pool.query<ProjectRow>(statement, [
    ...writer(ctx),
    projectId,
    JSON.stringify(patch),
  ]);
  if (!rows[0]) throw notFound();
  return toProject(rows[0]);
}
