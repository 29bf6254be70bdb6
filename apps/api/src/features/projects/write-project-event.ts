import type { Project } from '@crewboard/contracts';
import { sql } from '@crewboard/db';
import { defineEventWriter } from '../administration/write-event.ts';
import { uncountedTasks } from '../events/uncounted.ts';
import { projectRow } from './project-row.ts';

/** Writes the event of a changed project, and returns the project. */
export const writeProjectEvent = defineEventWriter<Project>({
  subject: 'project',
  record: ({ id, teamId }) => sql`select * from projects where id = ${id} and team_id = ${teamId}`,
  row: projectRow,
  counts: uncountedTasks,
});
