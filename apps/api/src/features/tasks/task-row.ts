import type { BoardTask, Task, TaskPriority, TaskStatus } from '@crewboard/contracts';
import { jsonTime } from '../events/record-event.ts';
import { textJson } from '../events/task-texts.ts';

/** A row of tasks as `taskColumns` selects it. */
export type TaskRow = {
  id: string;
  title: string;
  description: string | null;
  status: TaskStatus;
  priority: TaskPriority;
  assignedAgentId: string | null;
  projectId: string;
  result: string | null;
  heldSince: Date | null;
  completedAt: Date | null;
  version: number;
  statusChangedAt: Date;
  createdAt: Date;
  updatedAt: Date;
};

/** The same without its texts, as `boardTaskColumns` selects it. */
export type BoardTaskRow = Omit<TaskRow, 'description' | 'result' | 'heldSince' | 'completedAt'>;

/** When the status changed: as the indexes of the board have it, also for tasks older than the column. */
export const statusTime = (row: string) =>
  `coalesce(${row}.status_changed_at, ${row}.held_since, ${row}.completed_at, ${row}.created_at)`;

/** The columns of a task on the board, from the name of a row. */
export const boardTaskColumns = (row: string) => `
  ${row}.id, ${row}.title, ${row}.status, ${row}.priority, ${row}.version,
  ${row}.assigned_agent_id as "assignedAgentId", ${row}.project_id as "projectId",
  ${statusTime(row)} as "statusChangedAt",
  ${row}.created_at as "createdAt", ${row}.updated_at as "updatedAt"`;

/** The columns of a task, from the name of a row. */
export const taskColumns = (row: string) => `
  ${boardTaskColumns(row)}, ${row}.description, ${row}.result,
  ${row}.held_since as "heldSince", ${row}.completed_at as "completedAt"`;

/** How many bytes a task has in a response. */
export const taskBytes = (row: string) => `
  (octet_length(${row}.title) + coalesce(octet_length(${row}.description), 0)
    + coalesce(octet_length(${row}.result), 0) + 400)`;

/** A task as the contract says it, made by the database for the snapshot of an event. */
export const taskJson = (row: string) => `jsonb_build_object(
  'id', ${row}.id, 'title', ${row}.title, 'description', ${textJson(row, 'description')},
  'status', ${row}.status, 'priority', ${row}.priority, 'assignedAgentId', ${row}.assigned_agent_id,
  'projectId', ${row}.project_id, 'result', ${textJson(row, 'result')}, 'version', ${row}.version,
  'statusChangedAt', ${jsonTime(statusTime(row))},
  'createdAt', ${jsonTime(`${row}.created_at`)}, 'updatedAt', ${jsonTime(`${row}.updated_at`)})`;

export function toBoardTask(row: BoardTaskRow): BoardTask {
  return {
    id: row.id,
    title: row.title,
    status: row.status,
    priority: row.priority,
    assignedAgentId: row.assignedAgentId,
    projectId: row.projectId,
    version: row.version,
    statusChangedAt: row.statusChangedAt.toISOString(),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

export const toTask = (row: TaskRow): Task => ({
  ...toBoardTask(row),
  description: row.description,
  result: row.result,
});
