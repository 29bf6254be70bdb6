import { type Expression, raw, type Sql, sql } from '@crewboard/db';

// SQL: the tasks of the queue, in the order of its indexes. The rules set in_queue.

export type Scope = 'team' | 'project';

/** Finds no project of another team. A condition on the team of the tasks would make PostgreSQL read the index of the team. */
const projectOf = (wanted: string) =>
  `(select id from projects where id = ${wanted}.project_id and team_id = ${wanted}.team_id)`;

/** Whether the team, the project or the agent of the row `wanted` is paused: nothing is handed out. */
export const isPaused = (wanted: string): Sql =>
  raw(`exists (select from pauses where pauses.team_id = ${wanted}.team_id
          and subject_id in (${wanted}.team_id, ${wanted}.project_id, ${wanted}.agent_id))`);

/** Whether anything of a team is paused: mostly nothing is, and no call has to look for what. */
export const hasPauses = (teamId: Expression): Sql =>
  sql`exists (select from pauses where pauses.team_id = ${teamId})`;

/** Whether projects of the team of `wanted` are paused, so that the queue of the team has tasks that are passed over. */
export const hasPausedProjects = (wanted: string): Sql =>
  raw(`exists (select from pauses where pauses.team_id = ${wanted}.team_id and subject_type = 'project')`);

/** The projects of the team of `wanted` that are not paused, as column `project_id`. */
export const openProjects = (wanted: string): Sql =>
  raw(
    `select id as project_id from projects where projects.team_id = ${wanted}.team_id and ${isOpen(wanted, 'projects.id')}`,
  );

const isOpen = (wanted: string, projectId: string) =>
  `not exists (select from pauses where pauses.team_id = ${wanted}.team_id and subject_id = ${projectId})`;

/** Whether a task that is assigned to nobody is in the queue of the row `wanted`, from its team_id and project_id. */
export const ofNobody = (scope: Scope, wanted: string): Sql =>
  raw(
    `in_queue and assigned_agent_id is null and ${scope}_id = ${scope === 'team' ? `${wanted}.team_id` : projectOf(wanted)}`,
  );

/**
 * The projects, as column `project_id`, in which the agent `wanted.agent_id` may have tasks in its queue. The index has
 * those of each project in their order, so a call for a team merges its projects: one lookup for each finds the next.
 */
export const projectsOfAgent = (scope: Scope, wanted: string): Sql =>
  scope === 'project'
    ? raw(`select ${projectOf(wanted)} as project_id`)
    : raw(`with recursive found as (
          ${nextProject(wanted, '')}
          union all
          select next.project_id from found, lateral (${nextProject(wanted, 'and project_id > found.project_id')}) as next
        ) select project_id from found`);

/** Those of them that are not paused. */
export const openProjectsOfAgent = (scope: Scope, wanted: string): Sql =>
  sql`select project_id from (${projectsOfAgent(scope, wanted)}) as found
          where ${raw(isOpen(wanted, 'found.project_id'))}`;

const nextProject = (wanted: string, condition: string) => `(
            select project_id from tasks where in_queue and assigned_agent_id = ${wanted}.agent_id ${condition}
            order by project_id limit 1)`;
