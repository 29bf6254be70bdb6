import type { Team } from '@crewboard/contracts';
import { column, defineRow, type RowOf } from '../define-row.ts';
import { pauseOf } from '../pause-column.ts';

export const teamRow = defineRow({
  id: column<string>(),
  name: column<string>(),
  paused: column<Team['paused']>({ sql: (row) => pauseOf(`${row}.id`, `${row}.id`) }),
});

export type TeamRow = RowOf<typeof teamRow>;

export const toTeam: (row: TeamRow) => Team = teamRow.toContract;
