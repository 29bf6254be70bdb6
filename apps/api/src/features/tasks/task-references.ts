import { type FieldError, invalid } from '../../errors.ts';

/** CTEs that look up the project and the active agent of the caller's team ($1) that a body names. */
export const references = (projectId: string, agentId: string) => `
  project as (select id from projects where id = ${projectId}::text and team_id = $1),
  agent as (select id from agents where id = ${agentId}::text and team_id = $1 and status = 'active')`;

export const referenceColumns = `
  exists (select from project) as "projectFound", exists (select from agent) as "agentFound"`;

export type FoundReferences = { projectFound: boolean; agentFound: boolean };

/** A body that names a project or agent which is not there is refused, like any other wrong field. */
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
