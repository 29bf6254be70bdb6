import { defineStatement, type Expression, queryOne, sql } from '@crewboard/db';
import { type FieldError, invalid } from '../../errors.ts';
import type { VerbContext } from '../verb-context.ts';

// Checks whether the team has the project, the agent and the member that a body names.

type References = { teamId: Expression; projectId: Expression; agentId: Expression; memberId: Expression };

/** SQL: the project of the team with this id, if it is not archived. */
export const selectProject = ({ teamId, projectId }: Pick<References, 'teamId' | 'projectId'>) =>
  sql`select * from projects where id = ${projectId}::text and team_id = ${teamId} and archived_at is null`;

/** SQL: the agent of the team with this id, if it is active. */
export const selectActiveAgent = ({ teamId, agentId }: Pick<References, 'teamId' | 'agentId'>) =>
  sql`select id from agents where id = ${agentId}::text and team_id = ${teamId} and status = 'active'`;

/** SQL: the member of the team with this id. */
export const selectMember = ({ teamId, memberId }: Pick<References, 'teamId' | 'memberId'>) =>
  sql`select user_id from members where user_id = ${memberId}::text and team_id = ${teamId}`;

export type FoundReferences = { projectFound: boolean; agentFound: boolean; memberFound: boolean };

type NamedReferences = {
  projectId?: string | null;
  assignedAgentId?: string | null;
  assignedMemberId?: string | null;
};

const find = defineStatement<Record<keyof References, string | null>, FoundReferences>(
  (named) => sql`
  select exists (${selectProject(named)}) as "projectFound", exists (${selectActiveAgent(named)}) as "agentFound",
    exists (${selectMember(named)}) as "memberFound"`,
);

/** Looks up the project, the active agent and the member of the team that a body names. */
export async function findReferences(
  { db, actor }: VerbContext,
  { projectId = null, assignedAgentId: agentId = null, assignedMemberId: memberId = null }: NamedReferences,
): Promise<FoundReferences> {
  const none = { projectFound: false, agentFound: false, memberFound: false };
  if (projectId === null && agentId === null && memberId === null) return none;
  return (await queryOne(db, find, { teamId: actor.teamId, projectId, agentId, memberId })) ?? none;
}

/** Throws VALIDATION_ERROR for a body that assigns a task to an agent and a person at once. */
export function assertOneAssignee({ assignedAgentId, assignedMemberId }: NamedReferences): void {
  if (!assignedAgentId || !assignedMemberId) return;
  const message = 'cannot be set together with assignedAgentId: a task has one assignee';
  throw invalid([{ path: 'assignedMemberId', message }]);
}

/**
 * The errors of a body that names an unknown or archived project, an agent that is unknown or inactive, or an unknown
 * member.
 */
export function referenceErrors(found: FoundReferences, input: NamedReferences): FieldError[] {
  const checks = [
    [input.projectId, found.projectFound, 'projectId', 'a project of this team that is not archived'],
    [input.assignedAgentId, found.agentFound, 'assignedAgentId', 'an active agent of this team'],
    [input.assignedMemberId, found.memberFound, 'assignedMemberId', 'a member of this team'],
  ] as const;
  return checks.flatMap(([id, isFound, path, subject]) =>
    id && !isFound ? [{ path, message: `must be the id of ${subject}` }] : [],
  );
}

/** Throws VALIDATION_ERROR for the `referenceErrors`. */
export function assertReferences(found: FoundReferences, input: NamedReferences): void {
  const errors = referenceErrors(found, input);
  if (errors.length > 0) throw invalid(errors);
}
