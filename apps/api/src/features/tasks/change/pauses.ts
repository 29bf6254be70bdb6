import type { EventSubject } from '@crewboard/contracts';
import { type Expression, raw, type Sql, sql } from '@crewboard/db';
import { AppError } from '#src/errors.ts';

/** A pause that a start, or a heartbeat, runs into. `name`: of an agent or project. `isDue`: its grace is over, and claims are released. */
export type SeenPause = { subjectType: EventSubject; name: string | null; reason: string; isDue: boolean };

/**
 * Whose pauses a call reads besides those of the team: this agent's in place of the one that the task is assigned to, and
 * this project's in place of the one that the task is in.
 */
export type PauseSubjects = { agentId?: string | undefined; projectId?: string | undefined };

/** The agent that the task is assigned to, and its project. */
export const asAssigned: PauseSubjects = {};

/** SQL: first the team, then the project, then the agent. */
export const widestFirst = raw(`array_position('{team,project,agent}', subject_type::text)`);

/** SQL: whether anything of a team is paused. Checked first: in most teams nothing is. */
export const hasPauses = (teamId: Expression): Sql =>
  sql`exists (select from pauses where pauses.team_id = ${teamId})`;

const nameOfSubject = raw(`case subject_type
        when 'agent' then (select name from agents where agents.id = subject_id)
        when 'project' then (select name from projects where projects.id = subject_id) end`);

/** SQL: the pauses of these subjects of a team, as JSON; null without any. One lookup in a small index, and one for each name. */
export const pausesOf = (teamId: Expression, subjectIds: Sql): Sql => sql`(
      select jsonb_agg(jsonb_build_object('subjectType', subject_type, 'name', ${nameOfSubject}, 'reason', reason,
        'isDue', coalesce(release_at <= clock_timestamp(), false)) order by ${widestFirst})
      from pauses where pauses.team_id = ${teamId} and subject_id = any(${subjectIds}))`;

/** SQL: the projects of a team that were archived, and some of their tasks may not be yet. They are few. */
export const projectsBeingArchived = (teamId: Expression): Sql =>
  sql`select project_archivals.project_id from project_archivals
        where project_archivals.team_id = ${teamId} and not restores`;

/** SQL: whether a project is one of them. */
export const isBeingArchived = (teamId: Expression, projectId: Expression): Sql =>
  sql`exists (${projectsBeingArchived(teamId)} and project_archivals.project_id = ${projectId})`;

/** As the subject of a sentence. */
const pausedSubject = ({ subjectType, name }: SeenPause): string =>
  name === null ? `The ${subjectType}` : `The ${subjectType} ${JSON.stringify(name)}`;

/** The reason of a release, for people: it stands in the history of the task, which has one team, project and agent. */
export const pausedReason = ({ subjectType, reason }: SeenPause): string =>
  `The ${subjectType} is paused: ${reason}`;

/** The 409 of a start, which names what is paused, why, and what ends it. */
export function pausedError(pauses: readonly SeenPause[]): AppError {
  const each = pauses.map((pause) => `${pausedSubject(pause)} is paused: ${JSON.stringify(pause.reason)}.`);
  return new AppError(
    'PAUSED',
    `${each.join(' ')} No task can be started until a person or a team API key resumes ${pauses.length > 1 ? 'them' : 'it'}.`,
  );
}
