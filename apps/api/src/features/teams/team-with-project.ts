import { type Expression, raw, type Sql, sql } from '@crewboard/db';
import { type EventActorParams, recordEvent } from '../events/record-event.ts';
import { projectRow } from '../projects/project-row.ts';

/** The team is that of the actor. */
export type TeamParams = EventActorParams & { teamName: string; projectId: string };

/**
 * CTEs that create the team with a first project, for the statements that add who or what opens it. Where the condition
 * does not hold, there is no team.
 */
export const teamWithProject = (
  params: { readonly [Name in keyof TeamParams]: Expression },
  condition: Sql = raw('true'),
): Sql => sql`
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
