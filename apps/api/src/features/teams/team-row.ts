import type { Team } from '@crewboard/contracts';
import { raw, sql } from '@crewboard/db';
import { defineEventWriter } from '../administration/write-event.ts';
import { column, defineRow, type RowOf } from '../define-row.ts';
import { pauseOf } from '../pause-column.ts';

export const teamRow = defineRow({
  id: column<string>(),
  name: column<string>(),
  // A team is the subject of its own pause.
  paused: column<Team['paused']>({ sql: (row) => pauseOf(raw(`${row}.id`), raw(`${row}.id`)) }),
});

export type TeamRow = RowOf<typeof teamRow>;

export const toTeam: (row: TeamRow) => Team = teamRow.toContract;

/** Writes the event of a changed team, and returns the team. */
export const writeTeamEvent = defineEventWriter<Team>({
  subject: 'team',
  record: ({ teamId }) => sql`select * from teams where id = ${teamId}`,
  row: teamRow,
});
