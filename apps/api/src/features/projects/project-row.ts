import type { Project } from '@crewboard/contracts';
import { jsonTime } from '../events/record-event.ts';
import { descriptionJson } from '../events/task-texts.ts';

/** A row of projects as `projectColumns` selects it. */
export type ProjectRow = {
  id: string;
  name: string;
  description: string | null;
  teamId: string;
  taskCount: number;
  createdAt: Date;
  updatedAt: Date;
};

/** Counted in an index that begins with the project. */
const taskCount = (row: string) => `(select count(*)::int from tasks where project_id = ${row}.id)`;

/** The columns of a project, from the name of a row. */
export const projectColumns = (row: string) => `
  ${row}.id, ${row}.name, ${row}.description, ${row}.team_id as "teamId", ${taskCount(row)} as "taskCount",
  ${row}.created_at as "createdAt", ${row}.updated_at as "updatedAt"`;

/** How many bytes a project has in a response. */
export const projectBytes = (row: string) => `
  (octet_length(${row}.name) + coalesce(octet_length(${row}.description), 0) + 300)`;

/** A project for the snapshot of an event: as the contract says it, but for the count, which is no change of it. */
export const projectJson = (row: string) => `jsonb_build_object(
  'id', ${row}.id, 'name', ${row}.name, 'description', ${descriptionJson(row)}, 'teamId', ${row}.team_id,
  'createdAt', ${jsonTime(`${row}.created_at`)}, 'updatedAt', ${jsonTime(`${row}.updated_at`)})`;

export function toProject(row: ProjectRow): Project {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    teamId: row.teamId,
    taskCount: row.taskCount,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
