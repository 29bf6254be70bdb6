import { raw, type Sql } from '@crewboard/db';

// SQL: the tasks of the queue, in the order of its indexes. The rules set in_queue.

export type Scope = 'team' | 'project';

/** Finds no project of another team. A condition on the team of the tasks would make PostgreSQL read the index of the team. */
const projectOf = (wanted: string) =>
  `(select id from projects where id = ${wanted}.project_id and team_id = ${wanted}.team_id)`;

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

const nextProject = (wanted: string, condition: string) => `(
            select project_id from tasks where in_queue and assigned_agent_id = ${wanted}.agent_id ${condition}
            order by project_id limit 1)`;
