import { type Project, projectFields } from '@crewboard/contracts';
import { raw, sql } from '@crewboard/db';
import { column, defineRow, type RowOf, responseOnly } from '../define-row.ts';
import { taskCounts } from '../events/uncounted.ts';
import { columnsOf } from '../field-columns.ts';

/** Needs the CTE of `uncountedTasks`. */
const taskCount = (row: string) => {
  const counts = taskCounts({ teamId: raw(`${row}.team_id`), projectId: raw(`${row}.id`) });
  return sql`(select coalesce(sum(count), 0)::int from ${counts} as each)`;
};

export const projectRow = defineRow(
  { ...columnsOf<Project>(projectFields), taskCount: responseOnly(column<number>({ sql: taskCount })) },
  { otherBytes: 300 },
);

export type ProjectRow = RowOf<typeof projectRow>;

export const toProject: (row: ProjectRow) => Project = projectRow.toContract;
