import { type Expression, raw, type Sql, sql } from '@crewboard/db';
import { isBeingArchived, projectsBeingArchived } from '../change/pauses.ts';

// SQL conditions and subqueries on the queue, in the order of its indexes. `wanted` names a row with team_id,
// project_id and agent_id. The rules set `in_queue`. A project is closed if it is paused or being archived, and
// otherwise open.

/** Whether a call is for the queue of its team or of one project. */
export type Scope = 'team' | 'project';

/**
 * Finds no project of another team, and no archived project: its tasks may still be in the queue, but no agent gets
 * them. A condition on the team of the tasks instead would make PostgreSQL read the index of the team.
 */
const wantedProject =
  '(select id from projects where id = wanted.project_id and team_id = wanted.team_id and archived_at is null)';

/** Whether the team, the project or the agent is paused, so that no task is handed out. */
export const isPaused = raw(`exists (select from pauses where pauses.team_id = wanted.team_id
          and subject_id in (wanted.team_id, wanted.project_id, wanted.agent_id))`);

/** Whether the team has an archived project whose tasks may still be in the queue. */
const hasArchivals = (teamId: Expression): Sql => sql`exists (${projectsBeingArchived(teamId)})`;

/**
 * Whether a task in the queue is unassigned and was released lately by some agents, which do not get it. As in its
 * index.
 */
const isReleased = raw('in_queue and assigned_agent_id is null and released_by is not null');

/** Whether the team has stops: pauses, projects being archived, or released tasks. Most teams have none. */
export const hasStops = (teamId: Expression): Sql =>
  sql`(exists (select from pauses where pauses.team_id = ${teamId}) or ${hasArchivals(teamId)}
      or exists (select from tasks where tasks.team_id = ${teamId} and ${isReleased}))`;

/** SQL: whether a project is open. */
const isOpen = (projectId: string): Sql =>
  sql`not exists (select from pauses where pauses.team_id = wanted.team_id and subject_id = ${raw(projectId)})
          and not ${isBeingArchived(raw('wanted.team_id'), raw(projectId))}`;

/**
 * SQL: the groups of released tasks, which have the same project and the same agents that released them. A loose index
 * scan: one lookup for each group finds the next, past all tasks of the group before.
 */
export const releasedGroups = (scope: Scope): Sql => {
  const next = (condition: string) => sql`
          select project_id, released_by from tasks
          where ${isReleased} and team_id = wanted.team_id
            ${raw(scope === 'project' ? `and project_id = ${wantedProject}` : '')} ${raw(condition)}
          order by project_id, released_by limit 1`;
  return sql`with recursive found as (
          (${next('')})
          union all
          select next.* from found, lateral (
            ${next('and (project_id, released_by) > (found.project_id, found.released_by)')}
          ) as next
        ) select project_id, released_by from found where ${isOpen('found.project_id')}`;
};

/** SQL: whether a task belongs to the row `released_group` of `releasedGroups`. */
export const isOfGroup = sql`${isReleased} and team_id = wanted.team_id and project_id = released_group.project_id
            and released_by = released_group.released_by`;

/** Whether the team has closed projects, whose tasks in the queue no agent gets. */
export const hasClosedProjects = sql`(
          exists (select from pauses where pauses.team_id = wanted.team_id and subject_type = 'project')
          or ${hasArchivals(raw('wanted.team_id'))})`;

/** The open projects of the team, as column `project_id`. */
export const openProjects = sql`select id as project_id from projects
        where projects.team_id = wanted.team_id and archived_at is null and ${isOpen('projects.id')}`;

/** Whether every agent may get a task: it is unassigned, and no agent has released it lately. */
export const isForAll = raw('in_queue and assigned_agent_id is null and released_by is null');

/** The same, and in the queue of the team or project. */
export const isForAllIn = (scope: Scope): Sql =>
  sql`${isForAll} and ${raw(scope === 'team' ? 'team_id = wanted.team_id' : `project_id = ${wantedProject}`)}`;

/**
 * The projects, as column `project_id`, in which tasks of the queue may be assigned to the agent. A call for a team
 * merges the projects, because the index has the tasks of each project in order. A loose index scan, as in
 * `releasedGroups`.
 */
export const projectsOfAgent = (scope: Scope): Sql =>
  scope === 'project'
    ? raw(`select ${wantedProject} as project_id`)
    : raw(`with recursive found as (
          ${nextProject('')}
          union all
          select next.project_id from found, lateral (${nextProject('and project_id > found.project_id')}) as next
        ) select project_id from found`);

/** The open ones of `projectsOfAgent`. */
export const openProjectsOfAgent = (scope: Scope): Sql =>
  sql`select project_id from (${projectsOfAgent(scope)}) as found where ${isOpen('found.project_id')}`;

const nextProject = (condition: string) => `(
            select project_id from tasks where in_queue and assigned_agent_id = wanted.agent_id ${condition}
            order by project_id limit 1)`;
