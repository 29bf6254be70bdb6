import type { Team } from '@crewboard/contracts';
import { sql } from '@crewboard/db';
import { defineEventWriter } from '../administration/write-event.ts';
import { teamRow } from './team-row.ts';

/** Writes the event of a changed team, and returns the team. */
export const writeTeamEvent = defineEventWriter<Team>({
  subject: 'team',
  record: ({ id, teamId }) => sql`select * from teams where id = ${id} and id = ${teamId}`,
  row: teamRow,
});
