import {
  type BoardTask,
  defaultStaleTimes,
  type Task,
  type TaskState,
  taskFields,
} from '@crewboard/contracts';
import { raw } from '@crewboard/db';
import { column, defineRow, internal, nullableText, nullableTime, type RowOf } from '../define-row.ts';
import { columnsOf } from '../field-columns.ts';

const isInBoard = (name: string): name is keyof BoardTask =>
  taskFields[name as keyof Task].kind !== 'longText';

const isBlocked = column<boolean>({ sql: (row) => raw(`(${row}.open_blockers > 0)`) });

/** A task without its description and result, which may be long. */
const boardFields = {
  ...columnsOf<Task, keyof BoardTask>(taskFields, Object.keys(taskFields).filter(isInBoard)),
  isBlocked,
};

export const boardTaskRow = defineRow({ ...boardFields, commentCount: internal(column<number>()) });

export const taskRow = defineRow({ ...columnsOf<Task>(taskFields), isBlocked }, { fixedBytes: 500 });

/** A text if it is small. A large text is left out: `large-texts` reads it by its version. */
const textUnlessLarge = (field: string) =>
  nullableText({ sql: (row) => raw(`case when ${row}.${field}_version is null then ${row}.${field} end`) });
const bytesIfLarge = (field: string) =>
  internal(
    column<number | null>({
      sql: (row) =>
        raw(`case when ${row}.${field}_version is not null then octet_length(${row}.${field}) end`),
    }),
  );

/**
 * The stale times of the project: one lookup for each row. The defaults if the project was deleted, as the task soon
 * is.
 */
const staleTimes = internal(
  column<TaskState['staleTimes']>({
    sql: (row) =>
      raw(
        `coalesce((select array[stale_after_seconds, queue_stale_after_seconds] from projects where id = ${row}.project_id),
          array[${defaultStaleTimes.join()}])`,
      ),
  }),
);

/** All that the rules decide on and set. */
export const storedTaskRow = defineRow({
  ...boardFields,
  description: textUnlessLarge('description'),
  descriptionVersion: internal(column<number | null>()),
  descriptionBytes: bytesIfLarge('description'),
  result: textUnlessLarge('result'),
  resultVersion: internal(column<number | null>()),
  resultBytes: bytesIfLarge('result'),
  heldSince: internal(nullableTime()),
  completedAt: internal(nullableTime()),
  leaseSeconds: internal(column<number | null>()),
  checkAt: internal(nullableTime()),
  failuresInRow: internal(column<number>()),
  releasedBy: internal(column<readonly string[] | null>()),
  releasedUntil: internal(nullableTime()),
  lastSignAt: internal(nullableTime()),
  inQueue: internal(column<boolean>()),
  nextSince: internal(nullableTime()),
  attention: internal(column<TaskState['attention']>()),
  staleTimes,
  commentCount: internal(column<number>()),
  archivedWithProject: internal(column<boolean>()),
  openBlockers: internal(column<number>()),
  cancelledBlockers: internal(column<number>()),
  dependants: internal(column<number>()),
  createdByKind: internal(column<TaskState['createdByKind']>()),
  createdById: internal(column<string | null>()),
  descriptionByKind: internal(column<TaskState['createdByKind']>()),
  descriptionById: internal(column<string | null>()),
});

export type BoardTaskRow = RowOf<typeof boardTaskRow>;
export type TaskRow = RowOf<typeof taskRow>;
export type StoredTask = RowOf<typeof storedTaskRow>;

export const toBoardTask: (row: BoardTaskRow) => BoardTask = boardTaskRow.toContract;
export const toTask: (row: TaskRow) => Task = taskRow.toContract;
