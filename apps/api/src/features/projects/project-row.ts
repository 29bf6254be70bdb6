import type { Project } from '@crewboard/contracts';
import { raw, sql } from '@crewboard/db';
import { column, defineRow, nullableText, type RowOf, responseOnly, text, time } from '../define-row.ts';
import { descriptionInSnapshot } from '../events/task-texts.ts';
import { taskCounts } from '../events/uncounted.ts';

/** Needs the CTE of `uncountedTasks`. */
const taskCount = (row: string) => {
  const counts = taskCounts({ teamId: raw(`${row}.team_id`), projectId: raw(`${row}.id`) });
  return sql`(select coalesce(sum(count), 0)::int from ${counts} as each)`;
};

export const projectRow = defineRow(
  {
    id: column<string>(),
    name: text(),
    description: nullableText({ snapshot: descriptionInSnapshot }),
    teamId: column<string>(),
    maxAttempts: column<number | null>(),
    taskCount: responseOnly(column<number>({ sql: taskCount })),
    createdAt: time(),
    updatedAt: time(),
  },
  { otherBytes: 300 },
);

export type ProjectRow = RowOf<typeof projectRow>;

export const toProject: (row: ProjectRow) => Project = projectRow.toContract;
