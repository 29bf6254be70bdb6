import { type Expressions, raw, type Sql, sql } from '@crewboard/db';
import { type EventActorParams, recordEvent } from '../events/record-event.ts';
import { projectRow } from '../projects/project-row.ts';

/** The actor's own team. */
export type TeamParams = EventActorParams & { teamName: string; projectId: string };

/**
 * CTEs that create a team with a first project, for statements that also add its first member or key. Creates none if
 * the condition is false.
 */
export const teamWithProject = (params: Expressions<TeamParams>, condition: Sql = raw('true')): Sql => sql`
  team as (
    insert into teams (id, name) select ${params.teamId}, ${params.teamName} where ${condition} returning id
  ),
  project as (
    insert into projects (id, team_id, name) select ${params.projectId}, team.id, 'General' from team returning *
  ),
  project_event as (${recordEvent({
    actor: params,
    type: 'project.created',
    subject: 'project',
    snapshot: projectRow.snapshot,
    after: 'project',
  })})`;
