import type { TaskChange, TaskState } from '@crewboard/contracts';
import { defineStatement, type Queryable, queryMany, sql } from '@crewboard/db';
import { maxSmallTextBytes } from '../../events/task-texts.ts';
import type { StoredTask } from '../task-row.ts';

// Texts above 1 KiB are read and written apart from their task, because a statement for many tasks must stay small. A
// row of `task_texts` never changes, so its text can be read later than the task that has its version.

const textFields = ['description', 'result'] as const;
type TextField = (typeof textFields)[number];

export const isLargeText = (text: string | null | undefined): text is string =>
  Boolean(text) && Buffer.byteLength(text as string) > maxSmallTextBytes;

/** The versions and sizes of the texts that a change sets; null for small texts. */
export function textVersionsAndSizes(after: TaskState, set: TaskChange['set']): Partial<StoredTask> {
  const fields: Partial<StoredTask> = {};
  for (const field of textFields) {
    if (!(field in set)) continue;
    const text = after[field];
    fields[`${field}Version`] = isLargeText(text) ? after.version : null;
    fields[`${field}Bytes`] = isLargeText(text) ? Buffer.byteLength(text) : null;
  }
  return fields;
}

/** The field in an event: a small text itself, or a reference to the row of a large text. */
export function textInEvent(task: StoredTask, field: TextField): unknown {
  const textVersion = task[`${field}Version`];
  return textVersion === null ? task[field] : { textVersion, bytes: task[`${field}Bytes`] };
}

const selectTexts = defineStatement<
  { taskId: string; descriptionVersion: number | null; resultVersion: number | null },
  { field: TextField; body: string }
>(
  ({ taskId, descriptionVersion, resultVersion }) => sql`
  select field, body from task_texts where task_id = ${taskId}
    and (field = 'description' and version = ${descriptionVersion} or field = 'result' and version = ${resultVersion})`,
);

/** The task with its large texts: `read-task` reads only their versions. */
export async function withLargeTexts<T extends StoredTask>(db: Queryable, task: T): Promise<T> {
  const isMissing = textFields.some((field) => task[`${field}Version`] !== null && task[field] === null);
  if (!isMissing) return task;
  const { id: taskId, descriptionVersion, resultVersion } = task;
  const rows = await queryMany(db, selectTexts, { taskId, descriptionVersion, resultVersion });
  return { ...task, ...Object.fromEntries(rows.map(({ field, body }) => [field, body])) };
}
