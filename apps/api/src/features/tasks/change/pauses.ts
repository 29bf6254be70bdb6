import type { EventSubject } from '@crewboard/contracts';
import { type Expression, raw, type Sql, sql } from '@crewboard/db';
import { AppError } from '#src/errors.ts';

/**
 * A pause that prevents a start, or that a heartbeat reports. `name`: of the agent or project; null for a team.
 * `isDue`: its grace period is over, so its claims are to be released.
 */
export type SeenPause = { subjectType: EventSubject; name: string | null; reason: string; isDue: boolean };

/**
 * The agent and the project of which a call reads what stops them: pauses, besides those of the team, and the archival
 * of the project. If absent, those of the task.
 */
export type StopSubjects = { agentId?: string | undefined; projectId?: string | undefined };

/** The agent that the task is assigned to, and its project. */
export const agentAndProjectOfTask: StopSubjects = {};

/** SQL: the sort key of pauses: the team, then the project, then the agent. */
export const widestFirst = raw(`array_position('{team,project,agent}', subject_type::text)`);

const nameOfSubject = raw(`case subject_type
        when 'agent' then (select name from agents where agents.id = subject_id)
        when 'project' then (select name from projects where projects.id = subject_id) end`);

/**
 * SQL: the pauses of these subjects of a team, as JSON; null without any. It looks up the pauses, and the name of each
 * subject.
 */
export const pausesOf = (teamId: Expression, subjectIds: Sql): Sql => sql`(
      select jsonb_agg(jsonb_build_object('subjectType', subject_type, 'name', ${nameOfSubject}, 'reason', reason,
        'isDue', coalesce(release_at <= clock_timestamp(), false)) order by ${widestFirst})
      from pauses where pauses.team_id = ${teamId} and subject_id = any(${subjectIds}))`;

/**
 * SQL: the few archived projects of a team whose tasks the archiver may still be archiving. The other rows are
 * restorations.
 */
export const projectsBeingArchived = (teamId: Expression): Sql =>
  sql`select project_archivals.project_id from project_archivals
        where project_archivals.team_id = ${teamId} and not restores`;

/** SQL: whether a project is one of `projectsBeingArchived`. */
export const isBeingArchived = (teamId: Expression, projectId: Expression): Sql =>
  sql`exists (${projectsBeingArchived(teamId)} and project_archivals.project_id = ${projectId})`;

const pausedSubject = ({ subjectType, name }: SeenPause): string =>
  name === null ? `The ${subjectType}` : `The ${subjectType} ${JSON.stringify(name)}`;

/** The reason of a release in the history of a task. It needs no name: the task has one team, project and agent. */
export const pausedReason = ({ subjectType, reason }: SeenPause): string =>
  `The ${subjectType} is paused: ${reason}`;

/** The error for a start: names what is paused, why, and who can resume it. */
export function pausedError(pauses: readonly SeenPause[]): AppError {
  const each = pauses.map((pause) => `${pausedSubject(pause)} is paused: ${JSON.stringify(pause.reason)}.`);
  return new AppError(
    'PAUSED',
    `${each.join(' ')} No task can be started until a person or a team API key resumes ${pauses.length > 1 ? 'them' : 'it'}.`,
  );
}
