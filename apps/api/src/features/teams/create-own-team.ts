import type { CreatedTeam, CreateTeam } from '@crewboard/contracts';
import { newId } from '@crewboard/db';
import type { z } from 'zod';
import type { PersonActor } from '../../auth/actor.ts';
import { AppError } from '../../errors.ts';
import { recordEvent, writer } from '../events/record-event.ts';
import { memberJson } from '../members/member-row.ts';
import type { VerbContext } from '../verb-context.ts';
import { teamWithProject } from './team-with-project.ts';

type Call = { ctx: VerbContext<PersonActor>; input: z.output<typeof CreateTeam> };

const statement = `
  with ${teamWithProject('$7::boolean or exists (select from users where id = $3 and is_operator)')},
  member as (
    insert into members (team_id, user_id, role) select team.id, $3, 'owner' from team
    returning *
  ),
  joined as (select member.*, users.id, users.name from member join users on users.id = member.user_id),
  member_event as (${recordEvent({ type: 'member.added', subject: 'member', json: memberJson, after: 'joined' })})
  select from team`;

const forbidden = () =>
  new AppError(
    'FORBIDDEN',
    'Only operators of this installation create teams. Ask one of them to create it and to add you as its owner.',
  );

/**
 * Makes a team that the caller owns, with a first project. Its keys are made in its settings. Throws FORBIDDEN when
 * the caller is no operator, unless anyone may create teams.
 */
export async function createOwnTeam({ ctx, input }: Call): Promise<z.infer<typeof CreatedTeam>> {
  const [teamId, projectId] = [newId(), newId()];
  const { id, sessionId } = ctx.actor;
  const owner = { kind: 'member', id, sessionId, teamId, role: 'owner' } as const;
  const isForAnyone = ctx.teamCreation === 'anyone';
  const values = [...writer({ actor: owner, requestId: ctx.requestId }), input.name, projectId, isForAnyone];
  const { rowCount } = await ctx.db.pool.query(statement, values);
  if (!rowCount) throw forbidden();
  return { teamId, projectId };
}
