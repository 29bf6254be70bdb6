import { type Expression, raw, sql } from '@crewboard/db';
import { type FieldError, invalid } from '../../errors.ts';

type References = { teamId: Expression; projectId: Expression; agentId: Expression };

/** SQL: the project of the team with this id. */
export const selectProject = ({ teamId, projectId }: Omit<References, 'agentId'>) =>
  sql`select id from projects where id = ${projectId}::text and team_id = ${teamId}`;

/** SQL: the agent of the team with this id, if it is active. */
export const selectActiveAgent = ({ teamId, agentId }: Omit<References, 'projectId'>) =>
  sql`select id from agents where id = ${agentId}::text and team_id = ${teamId} and status = 'active'`;

/** CTEs that look up the project and the active agent of the team that a body names. */
export const references = (named: References) => sql`
  project as (${selectProject(named)}),
  agent as (${selectActiveAgent(named)})`;

export const referenceColumns = raw(
  'exists (select from project) as "projectFound", exists (select from agent) as "agentFound"',
);

export type FoundReferences = { projectFound: boolean; agentFound: boolean };

/** Throws VALIDATION_ERROR for a body that names a project or an active agent which the team does not have. */
export function assertReferences(
  found: FoundReferences,
  input: { projectId?: string | null; assignedAgentId?: string | null },
): void {
  const errors: FieldError[] = [];
  if (input.projectId && !found.projectFound) {
    errors.push({ path: 'projectId', message: 'must be the id of a project of this team' });
  }
  if (input.assignedAgentId && !found.agentFound) {
    errors.push({ path: 'assignedAgentId', message: 'must be the id of an active agent of this team' });
  }
  if (errors.length > 0) throw invalid(errors);
}
