import type { BoardTask, Task } from '@crewboard/contracts';
import { raw, type TaskModel } from '@crewboard/db';
import {
  column,
  defineRow,
  internal,
  nullableText,
  nullableTime,
  type RowOf,
  text,
  time,
} from '../define-row.ts';
import { textInSnapshot } from '../events/task-texts.ts';
import { type Decision, isCompleted, isInQueue, isLeaseOver } from './task-rules.ts';

/** SQL: when the status changed. Indexes of the board have this expression; older tasks lack the first column. */
export const statusTime = (row: string) =>
  raw(`coalesce(${row}.status_changed_at, ${row}.held_since, ${row}.completed_at, ${row}.created_at)`);

/** A task without its large texts. */
const boardFields = {
  id: column<string>(),
  title: text(),
  status: column<TaskModel['status']>(),
  priority: column<TaskModel['priority']>(),
  assignedAgentId: column<string | null>(),
  projectId: column<string>(),
  attempt: column<number>(),
  leaseExpiresAt: nullableTime(),
  needsAttention: column<Task['needsAttention']>(),
  version: column<number>(),
  statusChangedAt: time({ sql: statusTime }),
  createdAt: time(),
  updatedAt: time(),
};

export const boardTaskRow = defineRow(boardFields);

const fields = {
  ...boardFields,
  description: nullableText({ snapshot: textInSnapshot('description') }),
  result: nullableText({ snapshot: textInSnapshot('result') }),
};

export const taskRow = defineRow(fields, { otherBytes: 500 });

/** What statements that change a task return of it: the state that decides about errors and waiting agents as well. */
export const changedTaskRow = defineRow({
  ...fields,
  heldSince: internal(nullableTime()),
  isCompleted: internal(column<boolean>({ sql: () => isCompleted })),
  isLeaseOver: internal(column<boolean | null>({ sql: () => isLeaseOver })),
  isInQueue: internal(column<boolean>({ sql: () => isInQueue })),
});

export type BoardTaskRow = RowOf<typeof boardTaskRow>;
export type TaskRow = RowOf<typeof taskRow>;
export type ChangedTaskRow = RowOf<typeof changedTaskRow>;

/** The task as a statement leaves it. */
export type DecidedTask = ChangedTaskRow & { decision: Decision };

export const toBoardTask: (row: BoardTaskRow) => BoardTask = boardTaskRow.toContract;
export const toTask: (row: TaskRow) => Task = taskRow.toContract;
