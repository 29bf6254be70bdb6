import type { Task, TaskPriority, TaskStatus } from '@crewboard/contracts';
import { jsonTime } from '../events/record-event.ts';

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
  createdAt: Date;
  updatedAt: Date;
};

/** The columns of a task, from the name of a row. */
export const taskColumns = (row: string) => `
  ${row}.id, ${row}.title, ${row}.description, ${row}.status, ${row}.priority, ${row}.result,
  ${row}.assigned_agent_id as "assignedAgentId", ${row}.project_id as "projectId",
  ${row}.held_since as "heldSince", ${row}.completed_at as "completedAt",
  ${row}.created_at as "createdAt", ${row}.updated_at as "updatedAt"`;

/** A task as the contract says it, made by the database for the snapshot of an event. */
export const taskJson = (row: string) => `jsonb_build_object(
  'id', ${row}.id, 'title', ${row}.title, 'description', ${row}.description,
  'status', ${row}.status, 'priority', ${row}.priority, 'assignedAgentId', ${row}.assigned_agent_id,
  'projectId', ${row}.project_id, 'result', ${row}.result,
  'createdAt', ${jsonTime(`${row}.created_at`)}, 'updatedAt', ${jsonTime(`${row}.updated_at`)})`;

export function toTask(row: TaskRow): Task {
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    status: row.status,
    priority: row.priority,
    assignedAgentId: row.assignedAgentId,
    projectId: row.projectId,
    result: row.result,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
