import type { CreatedTeam, CreateTeam } from '@crewboard/contracts';
import { defineStatement, newId, queryOne, sql } from '@crewboard/db';
import type { z } from 'zod';
import type { PersonActor } from '../../auth/actor.ts';
import { AppError } from '../../errors.ts';
import { eventActorParams, recordEvent } from '../events/record-event.ts';
import { memberRow } from '../members/member-row.ts';
import type { VerbContext } from '../verb-context.ts';
import { type TeamParams, teamWithProject } from './team-with-project.ts';

type Call = { ctx: VerbContext<PersonActor>; input: z.output<typeof CreateTeam> };

/** Writes the account without a change, so that a rename at the same time (`updateAccount`) starts again. */
const statement = defineStatement<TeamParams & { isForAnyone: boolean }, object>(
  (p) => sql`
  with ${teamWithProject(
    p,
    sql`${p.isForAnyone}::boolean or exists (select from users where id = ${p.actorId} and is_operator)`,
  )},
  member as (
    insert into members (team_id, user_id, role) select team.id, ${p.actorId}, 'owner' from team
    returning *
  ),
  joined as (
    update users set name = users.name from member where users.id = member.user_id
    returning member.*, users.id, users.name
  ),
  member_event as (${recordEvent({
    actor: p,
    type: 'member.added',
    subject: 'member',
    snapshot: memberRow.snapshot,
    after: 'joined',
  })})
  select from team`,
);

const forbidden = () =>
  new AppError(
    'FORBIDDEN',
    'Only operators of this installation create teams. Ask one of them to create it and to add you as its owner.',
  );

/**
 * Creates a team that the caller owns, with a first project and no API key. Throws FORBIDDEN if
 * the caller is no operator, unless anyone may create teams.
 */
export async function createOwnTeam({ ctx, input }: Call): Promise<z.infer<typeof CreatedTeam>> {
  const [teamId, projectId] = [newId(), newId()];
  const { id, sessionId } = ctx.actor;
  const owner = { kind: 'member', id, sessionId, teamId, role: 'owner' } as const;
  const team = await queryOne(ctx.db, statement, {
    ...eventActorParams({ actor: owner, requestId: ctx.requestId }),
    teamName: input.name,
    projectId,
    isForAnyone: ctx.teamCreation === 'anyone',
  });
  if (!team) throw forbidden();
  return { teamId, projectId };
}
