import { type Expression, raw, sql } from '@crewboard/db';
import { type FieldError, invalid } from '../../errors.ts';

type References = { teamId: Expression; projectId: Expression; agentId: Expression };

/** CTEs that look up the project and the active agent of the team that a body names. */
export const references = ({ teamId, projectId, agentId }: References) => sql`
  project as (select id from projects where id = ${projectId}::text and team_id = ${teamId}),
  agent as (select id from agents where id = ${agentId}::text and team_id = ${teamId} and status = 'active')`;

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
