import { type ListedProject, type Project, projectFields } from '@crewboard/contracts';
import { raw, sql } from '@crewboard/db';
import { defineEventWriter } from '../administration/write-event.ts';
import { column, defineRow, type RowOf, responseOnly } from '../define-row.ts';
import { taskCounts, uncountedTasks } from '../events/uncounted.ts';
import { columnsOf } from '../field-columns.ts';

/** SQL: the number of tasks. Its statements need the CTE of `uncountedTasks`. */
const taskCount = (row: string) => {
  const counts = taskCounts({ teamId: raw(`${row}.team_id`), projectId: raw(`${row}.id`) });
  return sql`(select coalesce(sum(count), 0)::int from ${counts} as each)`;
};

const { instructions, ...columns } = columnsOf<Project>(projectFields);
const listed = { ...columns, taskCount: responseOnly(column<number>({ sql: taskCount })) };

/** Snapshots of events leave out the instructions, which are long and seldom change: `changes` has them. */
export const projectRow = defineRow({ ...listed, instructions: responseOnly(instructions) });

/**
 * A project in a list: without its instructions, which can be long. `fixedBytes`: the maximum of all fields of an item
 * except its texts and its pause, which are measured. The sum decides where a page ends.
 */
export const listedProjectRow = defineRow(listed, { fixedBytes: 300 });

export type ProjectRow = RowOf<typeof projectRow>;

export type ListedProjectRow = RowOf<typeof listedProjectRow>;

export const toProject: (row: ProjectRow) => Project = projectRow.toContract;
export const toListedProject: (row: ListedProjectRow) => ListedProject = listedProjectRow.toContract;

/** Writes the event of a changed project, and returns the project. */
export const writeProjectEvent = defineEventWriter<Project>({
  subject: 'project',
  record: ({ id, teamId }) => sql`select * from projects where id = ${id} and team_id = ${teamId}`,
  row: projectRow,
  ctes: uncountedTasks,
});
