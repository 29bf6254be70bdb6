import { attemptLimit, type CreateProject, maxProjects, type Project } from '@crewboard/contracts';
import { newId, raw, sql } from '@crewboard/db';
import type { z } from 'zod';
import { AppError } from '../../errors.ts';
import { type EventActorParams, eventActorParams, recordEvent } from '../events/record-event.ts';
import { uncountedTasks } from '../events/uncounted.ts';
import { defineKeyedStatement, queryKeyed } from '../idempotency/keep-response.ts';
import type { VerbContext } from '../verb-context.ts';
import { type ProjectRow, projectRow, toProject } from './project-row.ts';

type Call = { ctx: VerbContext; input: z.output<typeof CreateProject> };
type Params = EventActorParams & {
  id: string;
  name: string;
  description: string | null;
  maxAttempts: number | null;
};

const limitReached = () =>
  new AppError(
    'LIMIT_REACHED',
    `The team has ${maxProjects.toLocaleString('en')} projects, the maximum. Rename a project that is no longer used.`,
  );

/** Concurrent creations of a team wait for each other at its row, so that each counts those from before it. */
const statement = defineKeyedStatement<Params, ProjectRow>(
  (p, keepResponse) => sql`
  with ${uncountedTasks(p.teamId)},
  team as (select id from teams where id = ${p.teamId} for no key update),
  created as (
    insert into projects (id, team_id, name, description, max_attempts)
    select ${p.id}, ${p.teamId}, ${p.name}, ${p.description}, ${p.maxAttempts}::int
    from team where count_projects(team.id) < ${raw(String(maxProjects))}
    returning *
  ),
  event as (${recordEvent({
    actor: p,
    type: 'project.created',
    subject: 'project',
    snapshot: projectRow.snapshot,
    after: 'created',
  })})${keepResponse(projectRow.json('created'), raw('created'))}
  select ${projectRow.columns('created')} from created`,
);

/** Creates a project. Throws LIMIT_REACHED at 10,000 projects of the team. */
export async function createProject({ ctx, input }: Call): Promise<Project> {
  const row = await queryKeyed(ctx, statement, {
    ...eventActorParams(ctx),
    id: newId(),
    name: input.name,
    description: input.description ?? null,
    maxAttempts: input.maxAttempts === undefined ? attemptLimit.whenAbsent : input.maxAttempts,
  });
  if (!row) throw limitReached();
  return toProject(row);
}
