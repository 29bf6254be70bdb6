import type { CreatedTeam, CreateTeam } from '@crewboard/contracts';
import { newId } from '@crewboard/db';
import type { z } from 'zod';
import type { PersonActor } from '../../auth/actor.ts';
import type { VerbContext } from '../../trpc/context.ts';
import { memberJson } from '../accounts/member-row.ts';
import { recordEvent } from '../events/record-event.ts';
import { projectJson } from '../projects/project-row.ts';

type Call = { ctx: VerbContext<PersonActor>; input: z.output<typeof CreateTeam> };

const statement = `
  with team as (
    insert into teams (id, name) values ($1, $5) returning id
  ),
  member as (
    insert into members (team_id, user_id, role) select team.id, $3, 'owner' from team
    returning *, user_id as id
  ),
  project as (
    insert into projects (id, team_id, name) select $6, team.id, 'General' from team returning *
  ),
  member_event as (${recordEvent({ type: 'member.added', subject: 'member', json: memberJson, after: 'member' })}),
  project_event as (${recordEvent({
    type: 'project.created',
    subject: 'project',
    json: projectJson,
    after: 'project',
  })})
  select`;

/** Makes a team that the caller owns, with a first project. Its keys are made in its settings. */
export async function createOwnTeam({ ctx, input }: Call): Promise<z.infer<typeof CreatedTeam>> {
  const [teamId, projectId] = [newId(), newId()];
  const values = [teamId, 'member', ctx.actor.id, ctx.requestId, input.name, projectId];
  await ctx.db.pool.query(statement, values);
  return { teamId, projectId };
}
