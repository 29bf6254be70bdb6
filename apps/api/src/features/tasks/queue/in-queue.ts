import { type Expression, raw, type Sql, sql } from '@crewboard/db';
import { hasPauses, isBeingArchived, projectsBeingArchived } from '../change/pauses.ts';

// SQL: the tasks of the queue, in the order of its indexes. The rules set in_queue.

export type Scope = 'team' | 'project';

/**
 * Finds no project of another team, and none that is archived: its tasks may not be yet. A condition on the team of the tasks
 * would make PostgreSQL read the index of the team.
 */
const projectOf = (wanted: string) =>
  `(select id from projects where id = ${wanted}.project_id and team_id = ${wanted}.team_id and archived_at is null)`;

/** Whether the team, the project or the agent of the row `wanted` is paused: nothing is handed out. */
export const isPaused = (wanted: string): Sql =>
  raw(`exists (select from pauses where pauses.team_id = ${wanted}.team_id
          and subject_id in (${wanted}.team_id, ${wanted}.project_id, ${wanted}.agent_id))`);

/** Whether a project of the team is archived, and its tasks may not be yet. */
const hasArchivals = (teamId: Expression): Sql => sql`exists (${projectsBeingArchived(teamId)})`;

/** Whether anything of a team is paused or being archived: mostly nothing is, and no call has to look for what. */
export const hasStops = (teamId: Expression): Sql => sql`(${hasPauses(teamId)} or ${hasArchivals(teamId)})`;

/** Tasks in the queue that agents have released: of nobody, but not for everybody. The condition of their index. */
const isReleased = raw('in_queue and assigned_agent_id is null and released_by is not null');

/** Whether a team has such tasks: mostly it has none. */
export const hasReleased = (teamId: Expression): Sql =>
  sql`exists (select from tasks where tasks.team_id = ${teamId} and ${isReleased})`;

/**
 * SQL: the projects and sets of agents that have released tasks of the row `wanted` (team_id, project_id). One lookup for each
 * finds the next, past all tasks of the one before.
 */
export const releasedGroups = (scope: Scope, wanted: string): Sql => {
  const next = (condition: string) => sql`
          select project_id, released_by from tasks
          where ${isReleased} and team_id = ${raw(wanted)}.team_id
            ${raw(scope === 'project' ? `and project_id = ${projectOf(wanted)}` : '')} ${raw(condition)}
          order by project_id, released_by limit 1`;
  return sql`with recursive found as (
          (${next('')})
          union all
          select next.* from found, lateral (
            ${next('and (project_id, released_by) > (found.project_id, found.released_by)')}
          ) as next
        ) select project_id, released_by from found where ${isOpen(wanted, 'found.project_id')}`;
};

/** SQL: whether a task is one of the row `released_group` of these. */
export const isOfGroup = (wanted: string): Sql =>
  sql`${isReleased} and team_id = ${raw(wanted)}.team_id and project_id = released_group.project_id
            and released_by = released_group.released_by`;

/** Whether projects of the team of `wanted` are closed, so that the queue of the team has tasks that are passed over. */
export const hasClosedProjects = (wanted: string): Sql =>
  sql`(exists (select from pauses where pauses.team_id = ${raw(wanted)}.team_id and subject_type = 'project')
          or ${hasArchivals(raw(`${wanted}.team_id`))})`;

/** The projects of the team of `wanted` that are open: neither paused nor archived. As column `project_id`. */
export const openProjects = (wanted: string): Sql =>
  sql`select id as project_id from projects
        where projects.team_id = ${raw(wanted)}.team_id and archived_at is null and ${isOpen(wanted, 'projects.id')}`;

const isOpen = (wanted: string, projectId: string): Sql =>
  sql`not exists (select from pauses where pauses.team_id = ${raw(wanted)}.team_id and subject_id = ${raw(projectId)})
          and not ${isBeingArchived(raw(`${wanted}.team_id`), raw(projectId))}`;

/** Whether a task is for every agent: of nobody, and not released lately. */
export const isForAll = raw('in_queue and assigned_agent_id is null and released_by is null');

/** Whether a task that is for every agent is in the queue of the row `wanted`, from its team_id and project_id. */
export const ofNobody = (scope: Scope, wanted: string): Sql =>
  raw(
    `in_queue and assigned_agent_id is null and released_by is null and ${scope}_id = ${scope === 'team' ? `${wanted}.team_id` : projectOf(wanted)}`,
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

/** Those of them that are open. */
export const openProjectsOfAgent = (scope: Scope, wanted: string): Sql =>
  sql`select project_id from (${projectsOfAgent(scope, wanted)}) as found
          where ${isOpen(wanted, 'found.project_id')}`;

const nextProject = (wanted: string, condition: string) => `(
            select project_id from tasks where in_queue and assigned_agent_id = ${wanted}.agent_id ${condition}
            order by project_id limit 1)`;
