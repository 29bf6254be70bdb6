import type { EventSubject } from '@crewboard/contracts';
import { type Expression, raw, type Sql, sql } from '@crewboard/db';
import { AppError } from '#src/errors.ts';

/** A pause that a start, or a heartbeat, runs into. */
export type SeenPause = { subjectType: EventSubject; subjectId: string; reason: string; isDue: boolean };

/** Which pauses a call asks for: besides the team, that of a project and an agent; null for those of the task. */
export type PausedBy = { projectId: string | null; agentId: string | null };

/** Of a task as it was read, for the agent that it is assigned to. */
export const ofTask: PausedBy = { projectId: null, agentId: null };

/** The widest first. */
const order = raw(`array_position('{team,project,agent}', subject_type::text)`);

/** SQL: whether anything of a team is paused. Mostly nothing is, and no call has to look for what. */
export const hasPauses = (teamId: Expression): Sql =>
  sql`exists (select from pauses where pauses.team_id = ${teamId})`;

/** SQL: the pauses of these subjects of a team, as JSON; null without any. One look at an index that is mostly empty. */
export const pausesOf = (teamId: Expression, subjectIds: Sql): Sql => sql`(
      select jsonb_agg(jsonb_build_object('subjectType', subject_type, 'subjectId', subject_id, 'reason', reason,
        'isDue', coalesce(release_at <= clock_timestamp(), false)) order by ${order})
      from pauses where pauses.team_id = ${teamId} and subject_id = any(${subjectIds}))`;

/** SQL: whether a project is archived, and tasks of it may not be yet. Such projects are few. */
export const isBeingArchived = (teamId: Expression, projectId: Expression): Sql =>
  sql`exists (select from project_archivals
        where project_archivals.team_id = ${teamId} and project_archivals.project_id = ${projectId} and not restores)`;

const subjects: Partial<Record<EventSubject, string>> = {
  team: 'The team',
  project: 'The project',
  agent: 'The agent',
};

/** As the subject of a sentence. */
export const pausedSubject = ({ subjectType, subjectId }: SeenPause): string =>
  subjectType === 'team' ? 'The team' : `${subjects[subjectType]} ${subjectId}`;

/** The 409 of a start, which names what is paused, why, and what ends it. */
export function pausedError(pauses: readonly SeenPause[]): AppError {
  const each = pauses.map((pause) => `${pausedSubject(pause)} is paused: ${JSON.stringify(pause.reason)}.`);
  return new AppError(
    'PAUSED',
    `${each.join(' ')} No task can be started until a person or a team API key resumes ${pauses.length > 1 ? 'them' : 'it'}.`,
  );
}
