import { defineStatement, type Expression, queryOne, sql } from '@crewboard/db';
import { type FieldError, invalid } from '../../errors.ts';
import type { VerbContext } from '../verb-context.ts';

type References = { teamId: Expression; projectId: Expression; agentId: Expression };

/** SQL: the project of the team with this id. */
export const selectProject = ({ teamId, projectId }: Omit<References, 'agentId'>) =>
  sql`select id from projects where id = ${projectId}::text and team_id = ${teamId}`;

/** SQL: the agent of the team with this id, if it is active. */
export const selectActiveAgent = ({ teamId, agentId }: Omit<References, 'projectId'>) =>
  sql`select id from agents where id = ${agentId}::text and team_id = ${teamId} and status = 'active'`;

export type FoundReferences = { projectFound: boolean; agentFound: boolean };

type NamedReferences = { projectId?: string | null; assignedAgentId?: string | null };

const find = defineStatement<Record<'teamId' | 'projectId' | 'agentId', string | null>, FoundReferences>(
  (named) => sql`
  select exists (${selectProject(named)}) as "projectFound", exists (${selectActiveAgent(named)}) as "agentFound"`,
);

/** Looks up the project and the active agent of the team that a body names. */
export async function findReferences(
  { db, actor }: VerbContext,
  { projectId = null, assignedAgentId: agentId = null }: NamedReferences,
): Promise<FoundReferences> {
  const none = { projectFound: false, agentFound: false };
  if (projectId === null && agentId === null) return none;
  return (await queryOne(db, find, { teamId: actor.teamId, projectId, agentId })) ?? none;
}

/** Throws VALIDATION_ERROR for a body that names a project or an active agent which the team does not have. */
export function assertReferences(found: FoundReferences, input: NamedReferences): void {
  const errors: FieldError[] = [];
  if (input.projectId && !found.projectFound) {
    errors.push({ path: 'projectId', message: 'must be the id of a project of this team' });
  }
  if (input.assignedAgentId && !found.agentFound) {
    errors.push({ path: 'assignedAgentId', message: 'must be the id of an active agent of this team' });
  }
  if (errors.length > 0) throw invalid(errors);
}
