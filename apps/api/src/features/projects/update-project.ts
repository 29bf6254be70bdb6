import { type Project, ProjectPatch, type UpdateProject } from '@crewboard/contracts';
import { defineStatement, queryOne, sql } from '@crewboard/db';
import type { z } from 'zod';
import { notFound } from '../../errors.ts';
import { acquireLock, lockSubject } from '../events/lock-subject.ts';
import { type EventActorParams, eventActorParams, recordEvent } from '../events/record-event.ts';
import { uncountedTasks } from '../events/uncounted.ts';
import { assertPatch, changedAt, currentRow, patched } from '../row-change.ts';
import type { VerbContext } from '../verb-context.ts';
import { type ProjectRow, projectRow, toProject } from './project-row.ts';

type Call = { ctx: VerbContext; input: z.output<typeof UpdateProject> };
type Params = EventActorParams & { projectId: string; patch: string };

const statement = defineStatement<Params, ProjectRow>(
  (p) => sql`
  with ${uncountedTasks(p.teamId)},
  ${lockSubject('projects', { id: p.projectId, teamId: p.teamId })},
  target as (
    select * from projects where id = ${p.projectId} and team_id = ${p.teamId} and ${acquireLock} for no key update
  ),
  patched as (
    select target.id,
      ${patched(p.patch, 'name')} as name,
      ${patched(p.patch, 'description')} as description,
      ${patched(p.patch, 'maxAttempts', 'int')} as max_attempts
    from target
  ),
  updated as (
    update projects
    set name = patched.name, description = patched.description, max_attempts = patched.max_attempts,
      updated_at = ${changedAt}
    from target join patched using (id)
    where projects.id = target.id
      and (patched.name, patched.description, patched.max_attempts)
        is distinct from (target.name, target.description, target.max_attempts)
    returning projects.*
  ),
  event as (${recordEvent({
    actor: p,
    type: 'project.updated',
    subject: 'project',
    snapshot: projectRow.snapshot,
    before: 'target',
    after: 'updated',
  })})
  select ${projectRow.columns('project')}
  from target, ${currentRow('updated', 'project')}`,
);

/** Writes the given fields. A patch without a difference keeps `updatedAt` and writes no event. */
export async function updateProject({ ctx, input }: Call): Promise<Project> {
  const { projectId, ...patch } = input;
  assertPatch(patch, ProjectPatch);
  const params = { ...eventActorParams(ctx), projectId, patch: JSON.stringify(patch) };
  const row = await queryOne(ctx.db, statement, params);
  if (!row) throw notFound();
  return toProject(row);
}
