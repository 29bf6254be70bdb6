import type { Project } from '@crewboard/contracts';
import { raw } from '@crewboard/db';
import { column, defineRow, nullableText, type RowOf, responseOnly, text, time } from '../define-row.ts';
import { descriptionInSnapshot } from '../events/task-texts.ts';

/** Counted in an index that begins with the project. */
const taskCount = (row: string) => raw(`(select count(*)::int from tasks where project_id = ${row}.id)`);

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
