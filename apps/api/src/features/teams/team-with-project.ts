import { recordEvent } from '../events/record-event.ts';
import { projectJson } from '../projects/project-row.ts';

/**
 * CTEs that make the team $1 called $5 with a first project $6, for the statements that add who or what opens it.
 * Where the condition does not hold, there is no team.
 */
export const teamWithProject = (condition = 'true') => `
  team as (
    insert into teams (id, name) select $1, $5 where ${condition} returning id
  ),
  project as (
    insert into projects (id, team_id, name) select $6, team.id, 'General' from team returning *
  ),
  project_event as (${recordEvent({
    type: 'project.created',
    subject: 'project',
    json: projectJson,
    after: 'project',
  })})`;
